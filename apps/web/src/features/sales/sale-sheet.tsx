import type { Sale } from '@stockie/contracts'

import { DocumentDetails } from '@/components/document/document-details'
import { Sheet, SheetContent, SheetTitle } from '@/components/ui/sheet'
import { formatDay } from '@/lib/format'
import { useReturnedFocus } from '@/lib/use-returned-focus'

import { SaleTotal } from './sale-total'

interface SaleSheetProps {
  sale: Sale
  isOpen: boolean
  onClose: () => void
}

export function SaleSheet({ sale, isOpen, onClose }: SaleSheetProps) {
  const { saleId, customerName, saleDate, remark, saleDetails } = sale
  const returnedFocus = useReturnedFocus()
  return (
    <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <SheetContent side="right" aria-describedby={undefined} {...returnedFocus}>
        <header className="border-b px-6 py-5 pr-16">
          <SheetTitle className="text-lg leading-tight font-semibold tracking-tight">
            Sales Details
          </SheetTitle>
        </header>
        <DocumentDetails
          label={`Sale ${saleId}`}
          facts={[
            { title: 'Sale ID', value: saleId },
            { title: 'Customer', value: customerName },
            { title: 'Total Amount', value: <SaleTotal sale={sale} /> },
            { title: 'Date', value: formatDay(saleDate) },
            { title: 'Remark', value: remark ?? 'N/A' },
          ]}
          items={{ title: 'Sales Items', lines: saleDetails, empty: 'No items in this sale.' }}
        />
      </SheetContent>
    </Sheet>
  )
}
