import { documentTotals, lineTotal, type PurchaseInput } from '@stockie/contracts'

import type { Draft } from '@/lib/drafts/draft'

export function purchaseTotals({ lines }: Draft) {
  return documentTotals({ lines })
}

/** Of a draft that has passed the checks of a submit. */
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
