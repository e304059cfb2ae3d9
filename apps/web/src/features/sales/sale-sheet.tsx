import { useQuery } from '@tanstack/react-query'

import { DocumentDetails, recordingFact } from '@/components/document/document-details'
import { ListPlaceholder } from '@/components/list-placeholder'
import { PrintButton } from '@/components/slip/print-button'
import { noteOfTotal, saleSlip } from '@/components/slip/slip-contents'
import { Sheet, SheetContent, SheetTitle } from '@/components/ui/sheet'
import { formatDay, formatMoney, formatSignedMoney } from '@/lib/format'
import { useRestoredFocus } from '@/lib/hooks/use-restored-focus'
import { type ListedSale, sales } from '@/resources/sales'
import { returns, totalRefundOf } from './returns/return-requests'
import { ReturnButton, SaleReturns } from './returns/sale-returns'

/** The total of a sale, with its steps if it differs from the total of its items. */
function SaleTotal({ sale }: { sale: ListedSale }) {
  const { subtotal, discount, shippingFees, totalAmount } = sale
  const note = noteOfTotal(sale)
  const steps = [
    { title: 'Subtotal', amount: formatMoney(subtotal) },
    { title: 'Discount', amount: formatSignedMoney('-', discount) },
    { title: 'Shipping Fees', amount: formatSignedMoney('+', shippingFees) },
  ]
  return (
    <>
      <strong className="font-semibold tabular-nums">{formatMoney(totalAmount)}</strong>
      {(discount > 0 || shippingFees > 0) && (
        <dl className="mt-1 grid w-fit grid-cols-[auto_auto] gap-x-4 text-[0.8125rem] text-muted-foreground">
          {steps.map(({ title, amount }) => (
            <div key={title} className="col-span-full grid grid-cols-subgrid">
              <dt>{title}</dt>
              <dd className="text-right tabular-nums">{amount}</dd>
            </div>
          ))}
        </dl>
      )}
      {note && <p className="mt-1 text-[0.8125rem] text-muted-foreground">{note}</p>}
    </>
  )
}

interface SaleSheetProps {
  sale: ListedSale
  isOpen: boolean
  onClose: () => void
}

export function SaleSheet({ sale, isOpen, onClose }: SaleSheetProps) {
  const { saleId, customerName, saleDate, remark, saleDetails, productNames } = sale
  const loaded = useQuery({ ...sales.one(saleId), enabled: isOpen && !saleDetails })
  const lines = saleDetails ?? loaded.data?.saleDetails
  const made = useQuery({ ...returns.ofSale(saleId), enabled: isOpen })
  const returned = made.data ? totalRefundOf(made.data) : sale.returnedAmount
  const returnedFocus = useRestoredFocus()
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
          record={{ resource: 'sales', id: saleId }}
          facts={[
            { title: 'Sale ID', value: saleId },
            { title: 'Customer', value: customerName },
            { title: 'Total Amount', value: <SaleTotal sale={sale} /> },
            ...(returned > 0 ? [{ title: 'Returned', value: formatMoney(-returned) }] : []),
            { title: 'Date', value: formatDay(saleDate) },
            { title: 'Remark', value: remark },
            recordingFact(sale),
          ]}
          below={<SaleReturns query={made} />}
          items={{
            title: 'Sales Items',
            lines,
            count: productNames?.length,
            empty: 'No items in this sale.',
          }}
        >
          {!lines && (
            <ListPlaceholder
              list={loaded}
              loading="Loading the items..."
              failure="Error loading the items."
            />
          )}
        </DocumentDetails>
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-6 py-4">
          <ReturnButton sale={sale} lines={lines} made={made.data} />
          <PrintButton
            slip={lines && saleSlip({ ...sale, saleDetails: lines, returnedAmount: returned })}
          />
        </footer>
      </SheetContent>
    </Sheet>
  )
}
