import type { Row, Value } from './tables'

/** The time of entry, in the shop's time zone, and the user. */
export interface Stamp {
  at: string
  userId: number
}

interface Cause {
  reason: 'opening' | 'adjustment' | 'sale' | 'sale_deleted' | 'purchase' | 'purchase_deleted'
  saleId?: number
  purchaseId?: number
  turn?: number
  adjustmentReason?: 'damaged' | 'correction'
  unitCost?: Value
}

/** The only place where stock changes, so every balance is the sum of the movements so far. */
export class Ledger {
  readonly balances = new Map<number, number>()
  readonly #movements: Row<'stock_movements'>[]
  #lastId = 0

  constructor(movements: Row<'stock_movements'>[]) {
    this.#movements = movements
  }

  stockOf(productId: number): number {
    return this.balances.get(productId) ?? 0
  }

  post(cause: Cause, deltas: ReadonlyMap<number, number>, { at, userId }: Stamp): void {
    for (const productId of [...deltas.keys()].toSorted((a, b) => a - b)) {
      const delta = deltas.get(productId) ?? 0
      const balance = this.stockOf(productId) + delta
      this.balances.set(productId, balance)
      this.#movements.push({
        id: (this.#lastId += 1),
        product_id: productId,
        delta,
        balance,
        reason: cause.reason,
        sale_id: cause.saleId ?? null,
        purchase_id: cause.purchaseId ?? null,
        turn: cause.turn ?? 0,
        adjustment_reason: cause.adjustmentReason ?? null,
        unit_cost: cause.unitCost ?? null,
        user_id: userId,
        created_at: at,
      })
    }
  }
}

/** The stock movements of a document: one delta per product. Lines of the same product are added up. */
export function deltasOf(
  lines: readonly { productId: number; quantity: number }[],
  sign: 1 | -1,
): Map<number, number> {
  const deltas = new Map<number, number>()
  for (const { productId, quantity } of lines) {
    deltas.set(productId, (deltas.get(productId) ?? 0) + sign * quantity)
  }
  return deltas
}
