import type { TestShop } from './test-shop'

type Line = { productId: number; price?: number; quantity?: number }
type Body = Record<string, unknown>

/** The differences between sales and purchases that tests of both kinds need. */
export type DocumentKind = {
  path: 'sales' | 'purchases'
  singular: 'sale' | 'purchase'
  linesField: 'saleDetails' | 'purchaseDetails'
  partyField: 'customerId' | 'supplierId'
  partyPath: 'customers' | 'suppliers'
  dateField: 'saleDate' | 'purchaseDate'
  idField: 'saleId' | 'purchaseId'
  /** How one unit of a line changes the stock. */
  sign: 1 | -1
  /** Builds a request body whose totals add up. */
  body: (shop: TestShop, lines: Line[], changes?: Body) => Body
}

export const saleKind: DocumentKind = {
  path: 'sales',
  singular: 'sale',
  linesField: 'saleDetails',
  partyField: 'customerId',
  partyPath: 'customers',
  dateField: 'saleDate',
  idField: 'saleId',
  sign: -1,
  body: ({ customerId }, lines, changes) => ({
    customerId,
    saleDate: '2026-11-21',
    discount: 0,
    shippingFees: 0,
    remark: '',
    ...linesAndTotal('saleDetails', lines),
    ...changes,
  }),
}

export const purchaseKind: DocumentKind = {
  path: 'purchases',
  singular: 'purchase',
  linesField: 'purchaseDetails',
  partyField: 'supplierId',
  partyPath: 'suppliers',
  dateField: 'purchaseDate',
  idField: 'purchaseId',
  sign: 1,
  body: ({ supplierId }, lines, changes) => ({
    supplierId,
    purchaseDate: '2026-11-21',
    remark: '',
    ...linesAndTotal('purchaseDetails', lines),
    ...changes,
  }),
}

export const documentKinds = [saleKind, purchaseKind]

function linesAndTotal(name: string, lines: Line[]): Body {
  const details = lines.map(({ productId, price = 3, quantity = 1 }) => ({
    productId,
    price,
    quantity,
    total: price * quantity,
  }))
  return { [name]: details, totalAmount: details.reduce((sum, { total }) => sum + total, 0) }
}
