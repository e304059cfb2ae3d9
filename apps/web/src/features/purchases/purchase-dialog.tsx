import type { Purchase } from '@stockie/contracts'

import { DocumentDetails, recordingFact } from '@/components/document/document-details'
import { PrintButton } from '@/components/slip/print-button'
import { purchaseSlip } from '@/components/slip/slip-contents'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { formatDay, formatMoney } from '@/lib/format'
import { useRestoredFocus } from '@/lib/hooks/use-restored-focus'

interface PurchaseDialogProps {
  purchase: Purchase
  isOpen: boolean
  onClose: () => void
}

export function PurchaseDialog({ purchase, isOpen, onClose }: PurchaseDialogProps) {
  const { purchaseId, supplierName, totalAmount, purchaseDate, remark, purchaseDetails } = purchase
  const returnedFocus = useRestoredFocus()
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        aria-describedby={undefined}
        className="overflow-hidden p-0"
        {...returnedFocus}
      >
        <header className="border-b px-6 py-5">
          <DialogTitle>Purchase Details</DialogTitle>
        </header>
        <DocumentDetails
          label={`Purchase ${purchaseId}`}
          record={{ resource: 'purchases', id: purchaseId }}
          facts={[
            { title: 'Purchase ID', value: purchaseId },
            { title: 'Supplier', value: supplierName },
            {
              title: 'Total Amount',
              value: (
                <strong className="font-semibold tabular-nums">{formatMoney(totalAmount)}</strong>
              ),
            },
            { title: 'Date', value: formatDay(purchaseDate) },
            { title: 'Remark', value: remark },
            recordingFact(purchase),
          ]}
          items={{
            title: 'Purchased Items',
            lines: purchaseDetails,
            empty: 'No items in this purchase',
          }}
        />
        <footer className="flex justify-end gap-2 border-t px-6 py-4">
          <PrintButton slip={purchaseSlip(purchase)} />
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </footer>
      </DialogContent>
    </Dialog>
  )
}
