import {
  checkPurchase,
  purchases as contract,
  type Purchase,
  type PurchaseInput,
} from '@stockie/contracts'

import type { DocumentKind } from '@/components/document/document-kind'
import { formatMoney } from '@/lib/format'
import { products } from '@/resources/products'
import { purchases } from '@/resources/purchases'
import { suppliers } from '@/resources/suppliers'

import { purchaseTotals, toPurchaseBody } from './purchase-body'

export const purchaseDocument: DocumentKind<PurchaseInput, Purchase> = {
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
}
