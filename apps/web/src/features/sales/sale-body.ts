import { documentTotals, lineTotal, type SaleInput } from '@stockie/contracts'

import type { Draft } from '@/lib/drafts/draft'
import { readAmount } from '@/lib/drafts/read-amount'

export function saleTotals({ lines, discount, shippingFees }: Draft) {
  return documentTotals({
    lines,
    discount: readAmount(discount),
    shippingFees: readAmount(shippingFees),
  })
}

/** Of a draft that has passed the checks of a submit. */
export function toSaleBody(draft: Draft, saleDate: string): SaleInput {
  return {
    customerId: draft.party?.id ?? 0,
    saleDate,
    totalAmount: saleTotals(draft).totalAmount,
    discount: readAmount(draft.discount),
    shippingFees: readAmount(draft.shippingFees),
    remark: draft.remark.trim(),
    saleDetails: draft.lines.map(({ productId, price, quantity }) => ({
      productId,
      price,
      quantity,
      total: lineTotal(price, quantity),
    })),
  }
}
