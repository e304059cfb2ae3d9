import { randomUUID } from 'node:crypto'
import { apiRoot } from '@stockie/contracts'
import type { NextRequest } from '#src/load/load-request'

/** All sales are of one day, so that they meet wherever a day is summed up. */
export const today = new Date().toISOString().slice(0, 10)

export type SaleOptions = {
  headers: Record<string, string>
  day: string
  /** Of how many products, and of how many customers, the first ones are sold. */
  products: number
  customers: number
}

const lines = 3

/** Sales of three products of one's own choice, in any order; each with a key of its own. */
export function createRequests({ headers, day, products, customers }: SaleOptions): NextRequest {
  const upTo = (most: number) => 1 + Math.floor(Math.random() * most)

  return () => {
    const chosen = new Set<number>()
    while (chosen.size < lines) chosen.add(upTo(products))
    const saleDetails = [...chosen].map((productId) => {
      const [price, quantity] = [upTo(90), upTo(3)]
      return { productId, price, quantity, total: price * quantity }
    })
    const sale = {
      customerId: upTo(customers),
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
