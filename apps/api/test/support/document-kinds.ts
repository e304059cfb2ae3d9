import type { TestShop } from './test-shop'

type Line = { productId: number; price?: number; quantity?: number }
type Body = Record<string, unknown>

/** What the tests of both kinds of documents need to know of each. */
export type DocumentKind = {
  path: 'sales' | 'purchases'
  one: 'sale' | 'purchase'
  lines: 'saleDetails' | 'purchaseDetails'
  party: 'customerId' | 'supplierId'
  parties: 'customers' | 'suppliers'
  date: 'saleDate' | 'purchaseDate'
  id: 'saleId' | 'purchaseId'
  /** What one of a line's quantity does to the stock. */
  sign: 1 | -1
  /** A body that adds up. */
  body: (shop: TestShop, lines: Line[], changes?: Body) => Body
}

export const saleKind: DocumentKind = {
  path: 'sales',
  one: 'sale',
  lines: 'saleDetails',
  party: 'customerId',
  parties: 'customers',
  date: 'saleDate',
  id: 'saleId',
  sign: -1,
  body: ({ customerId }, lines, changes) => ({
    customerId,
    saleDate: '2026-11-21',
    discount: 0,
    shippingFees: 0,
    remark: '',
    ...addedUp('saleDetails', lines),
    ...changes,
  }),
}

export const purchaseKind: DocumentKind = {
  path: 'purchases',
  one: 'purchase',
  lines: 'purchaseDetails',
  party: 'supplierId',
  parties: 'suppliers',
  date: 'purchaseDate',
  id: 'purchaseId',
  sign: 1,
  body: ({ supplierId }, lines, changes) => ({
    supplierId,
    purchaseDate: '2026-11-21',
    remark: '',
    ...addedUp('purchaseDetails', lines),
    ...changes,
  }),
}

export const documentKinds = [saleKind, purchaseKind]

function addedUp(name: string, lines: Line[]): Body {
  const details = lines.map(({ productId, price = 3, quantity = 1 }) => ({
    productId,
    price,
    quantity,
    total: price * quantity,
  }))
  return { [name]: details, totalAmount: details.reduce((sum, { total }) => sum + total, 0) }
}
