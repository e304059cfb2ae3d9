import type { ClientBase } from 'pg'
import type { Invariant } from '@/database/list-invariants'
import { readBrokenInvariants } from '@/database/read-broken-invariants'
import { asTypedHere } from '@/main/as-typed-here'
import type { Verdict } from './finding'

/** What the movements tell anew, as long as they are what happened. */
const told = ['inv_stock_ledger', 'inv_stock_balances']

/** Nothing where the rule holds; else what breaks it, and what to do. */
export async function checkInvariant(client: ClientBase, invariant: Invariant): Promise<Verdict[]> {
  const broken = await readBrokenInvariants(client, [invariant])
  return broken.map(({ name, rule, count, rows }) => {
    const more =
      count > rows.length ? `; and ${(count - rows.length).toLocaleString('en')} more` : ''
    const advice = told.includes(name)
      ? asTypedHere(
          'report it, let npm run doctor -- --mend-stock take what the movements come to, then count these products and correct them under Products',
        )
      : 'report it, and restore a backup made before'
    const found = `This does not hold: ${rule} Against it: ${rows.map(inWords).join('; ')}${more}. Only a change past Stockie does that: ${advice}.`
    return { state: 'wrong', found }
  })
}

/** 'product id 3, name Tea, stock 107, ledger stock 100' */
function inWords(row: Record<string, unknown>): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([column, value]) => `${column.replaceAll('_', ' ')} ${String(value)}`)
    .join(', ')
}
