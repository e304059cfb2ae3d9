import type { Sale, SaleWithoutLines } from '@stockie/contracts'

/** Three sales of one day, newest first. */
export const gift: Sale = {
  saleId: 12,
  customerId: 1,
  customerName: 'Émilie Roux',
  saleDate: '2026-11-21',
  subtotal: 1507,
  discount: 100.1,
  shippingFees: 12.35,
  totalAmount: 1419.25,
  remark: 'Gift wrap',
  saleDetails: [
    {
      id: 31,
      productId: 1,
      productName: 'Grinder',
      price: 1450,
      quantity: 1,
      total: 1450,
      cost: 980,
    },
    { id: 32, productId: 2, productName: 'Mug', price: 19, quantity: 3, total: 57, cost: null },
  ],
  createdAt: '2026-11-21T14:05:00.000Z',
  createdByName: 'Olivia Owner',
  returnedAmount: 0,
}
export const free: Sale = {
  ...gift,
  saleId: 10,
  customerName: 'Walk-in',
  subtotal: 1,
  discount: 50,
  shippingFees: 0,
  totalAmount: 0,
  remark: null,
}
export const plain: Sale = {
  ...free,
  saleId: 9,
  subtotal: 48,
  discount: 0,
  totalAmount: 48,
  saleDetails: [],
}

/** The sales as the list loads them. */
export function withoutLines(sales: Sale[]): SaleWithoutLines[] {
  return sales.map(({ saleDetails, ...sale }) => ({
    ...sale,
    productNames: saleDetails.map(({ productName }) => productName),
  }))
}
