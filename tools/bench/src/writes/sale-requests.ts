import { randomUUID } from 'node:crypto'
import { apiRoot } from '@stockie/contracts'
import type { NextRequest } from '#src/load/load-request'

/** All sales have the same date, so that they contend for the totals of that day. */
export const today = new Date().toISOString().slice(0, 10)

export type SaleOptions = {
  headers: Record<string, string>
  day: string
  /** The sales use the first products and customers, up to these numbers. */
  products: number
  customers: number
}

const lines = 3

/** Sales of three random products in random order, each with a new idempotency key. */
export function createRequests({ headers, day, products, customers }: SaleOptions): NextRequest {
  const randomUpTo = (max: number) => 1 + Math.floor(Math.random() * max)

  return () => {
    const productIds = new Set<number>()
    while (productIds.size < lines) productIds.add(randomUpTo(products))
    const saleDetails = [...productIds].map((productId) => {
      const [price, quantity] = [randomUpTo(90), randomUpTo(3)]
      return { productId, price, quantity, total: price * quantity }
    })
    const sale = {
      customerId: randomUpTo(customers),
      saleDate: day,
      saleDetails,
      discount: 0,
      shippingFees: 0,
      totalAmount: saleDetails.reduce((sum, { total }) => sum + total, 0),
      remark: null,
    }
    return {
      method: 'POST',
      path: `${apiRoot}/sales`,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify(sale),
    }
  }
}
