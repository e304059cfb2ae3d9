import type { ClientBase } from 'pg'
import { reconcile } from '@/modules/stock/reconcile'
import type { Verdict } from './finding'

const shown = 3

export async function checkStock(client: ClientBase): Promise<Verdict[]> {
  const differences = await reconcile(client)
  if (differences.length === 0) {
    return [{ state: 'ok', found: 'The stock of every product is the sum of its movements.' }]
  }
  const some = differences
    .slice(0, shown)
    .map(({ name, stock, ledgerStock }) => `${name} ${stock} for ${ledgerStock}`)
  const more = differences.length > shown ? `, and ${differences.length - shown} more` : ''
  const found = `Stock has drifted from its movements, which only a change past Stockie does: ${some.join(', ')}${more}. Count these products, correct them under Products, and report it.`
  return [{ state: 'wrong', found }]
}
