import {
  checkPurchase,
  documentTotals,
  lineTotal,
  type Purchase,
  type PurchaseInput,
  purchases as contract,
} from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'

import type { DocumentDefinition } from '@/components/document/use-document-draft'
import { DocumentForm } from '@/components/document/document-form'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { purchaseSlip } from '@/components/slip/slip-contents'
import { Button } from '@/components/ui/button'
import type { Draft } from '@/lib/drafts/draft'
import { formatMoney } from '@/lib/format'
import { useStableQuery } from '@/lib/hooks/use-stable-query'
import { products } from '@/resources/products'
import { purchases } from '@/resources/purchases'
import { suppliers } from '@/resources/suppliers'

export function purchaseTotals({ lines }: Draft) {
  return documentTotals({ lines })
}

/** Expects a draft that has passed the checks of a submit. */
export function toPurchaseBody(draft: Draft, purchaseDate: string): PurchaseInput {
  return {
    supplierId: draft.party?.id ?? 0,
    totalAmount: purchaseTotals(draft).totalAmount,
    purchaseDate,
    remark: draft.remark.trim(),
    purchaseDetails: draft.lines.map(({ productId, price, quantity }) => ({
      productId,
      quantity,
      price,
      total: lineTotal(price, quantity),
    })),
  }
}

export const purchaseDocument: DocumentDefinition<PurchaseInput, Purchase> = {
  kind: 'purchases',
  title: 'Create Purchase',
  list: { title: 'Purchases', to: '/purchase' },
  party: {
    label: 'Supplier',
    placeholder: 'Select Supplier',
    failure: suppliers.loadFailure,
  },
  productFailure: products.loadFailure,
  priceTitle: 'Cost',
  priceOf: ({ cost }) => cost,
  totalsOf: purchaseTotals,
  check: ({ party, lines }, purchaseDate) =>
    checkPurchase({ supplierId: party?.id, purchaseDate, purchaseDetails: lines }),
  toInput: toPurchaseBody,
  input: contract.input,
  create: purchases.create,
  describe: ({ purchaseId, totalAmount, supplierName }) =>
    `Purchase ${purchaseId} (${formatMoney(totalAmount)}, ${supplierName})`,
  toSlip: purchaseSlip,
}

const ReorderSheet = lazyDialog(() =>
  import('@/components/reorder/reorder-sheet').then((file) => file.ReorderSheet),
)

/** Opens what to buy. */
function ReorderButton() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button type="button" variant="outline" onClick={() => setIsOpen(true)}>
        Reorder
      </Button>
      <ReorderSheet isOpen={isOpen} onShowPurchase={close} onClose={close} />
    </>
  )
}

type CreatePurchasePageProps = Pick<
  ComponentProps<typeof DocumentForm>,
  'ProductDialog' | 'PartyDialog'
>

export function CreatePurchasePage({ ProductDialog, PartyDialog }: CreatePurchasePageProps) {
  const parties = useStableQuery(useQuery(suppliers.list()))
  const list = useStableQuery(useQuery(products.list()))
  return (
    <DocumentForm
      document={purchaseDocument}
      parties={parties}
      products={list}
      ProductDialog={ProductDialog}
      PartyDialog={PartyDialog}
      productButtons={null}
      headerActions={ReorderButton}
    />
  )
}
