import { randomUUID } from 'node:crypto'
import { apiRoot } from '@stockie/contracts'
import type { LoadRequest } from '#src/load/plan'
import { today } from './today'

/** A delivery of two products, with a key of its own. */
export function purchaseRequest(headers: Record<string, string>): LoadRequest {
  const purchase = {
    supplierId: 1,
    purchaseDate: today,
    purchaseDetails: [1, 2].map((productId) => ({ productId, price: 5, quantity: 3, total: 15 })),
    totalAmount: 30,
    remark: null,
  }
  return {
    method: 'POST',
    path: `${apiRoot}/purchases`,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify(purchase),
  }
}
