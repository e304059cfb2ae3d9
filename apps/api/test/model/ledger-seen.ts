import type { StockMovement } from '@stockie/contracts'
import type { Movement, Product } from './shop'

export type MovementRow = StockMovement

/** What is wrong with a ledger, newest first, of a product that should be like this. */
export function ledgerSeen(rows: MovementRow[], product: Product): string | undefined {
  const told = `The ledger of product ${product.id} ${JSON.stringify(rows)}`
  let balance = 0
  for (const row of rows.toReversed()) {
    balance += row.delta
    if (row.balance !== balance) return `${told} loses its balance at ${row.id}.`
    if (row.productId !== product.id) return `${told} is another's at ${row.id}.`
  }
  if (balance !== product.stock) return `${told} does not come to ${product.stock}.`
  const wanted = product.ledger.map(wordOf).toSorted()
  const seen = rows.map(wordOf).toSorted()
  if (wanted.join() === seen.join()) return undefined
  return `${told} should have:\n  ${wanted.join('\n  ')}`
}

function wordOf({ delta, reason, saleId, purchaseId, userName }: Movement): string {
  return `${reason} ${delta} of sale ${saleId} or purchase ${purchaseId} by ${userName}`
}
