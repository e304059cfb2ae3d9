import { isDeepStrictEqual } from 'node:util'
import {
  type AdjustmentReason,
  adjustmentReasons,
  type AdjustmentSummaryRow,
} from '@stockie/contracts'
import type { Movement, Shop } from '#test/model/shop-model'

type Totals = Omit<AdjustmentSummaryRow, 'month' | 'reason' | 'netUnits'>

/** Describes the difference between the summary, without its months, and the ledgers. The model has no clock. */
export function findAdjustmentMismatch(actual: unknown, shop: Shop, productId?: number) {
  const rows = withoutMonths(actual as AdjustmentSummaryRow[])
  const expected = adjustmentsOf(shop, productId)
  if (isDeepStrictEqual(rows, expected)) return undefined
  const [has, wants] = [rows, expected].map((list) => JSON.stringify(list))
  return `The adjustments of product ${productId}\n  have ${has}\n  want ${wants}`
}

function adjustmentsOf(shop: Shop, productId?: number) {
  const changes = [...shop.products.values()]
    .filter(({ id }) => productId === undefined || id === productId)
    .flatMap(({ ledger }) => ledger)
    .filter(({ reason }) => reason === 'adjustment')
  return reasonsInOrder.flatMap((reason) => {
    const ofReason = changes.filter(({ adjustmentReason = null }) => adjustmentReason === reason)
    return ofReason.length === 0 ? [] : [{ reason, ...totalsOf(ofReason) }]
  })
}

/** The rows of all months by reason. */
function withoutMonths(rows: readonly AdjustmentSummaryRow[]) {
  return reasonsInOrder.flatMap((reason) => {
    const ofReason = rows.filter((row) => row.reason === reason)
    return ofReason.length === 0 ? [] : [{ reason, ...sumOf(ofReason) }]
  })
}

const reasonsInOrder: (AdjustmentReason | null)[] = [...adjustmentReasons, null]

function totalsOf(changes: readonly Movement[]): Totals {
  return sumOf(
    changes.map(({ delta, unitCost = null }) => ({
      movements: 1,
      movementsWithoutCost: unitCost === null ? 1 : 0,
      unitsAdded: Math.max(delta, 0),
      unitsRemoved: Math.max(-delta, 0),
      valueAdded: Math.max(delta, 0) * (unitCost ?? 0),
      valueRemoved: Math.max(-delta, 0) * (unitCost ?? 0),
    })),
  )
}

function sumOf(rows: readonly Totals[]): Totals {
  const sum = (field: keyof Totals) => rows.reduce((total, row) => total + row[field], 0)
  return {
    movements: sum('movements'),
    movementsWithoutCost: sum('movementsWithoutCost'),
    unitsAdded: sum('unitsAdded'),
    unitsRemoved: sum('unitsRemoved'),
    valueAdded: sum('valueAdded'),
    valueRemoved: sum('valueRemoved'),
  }
}
