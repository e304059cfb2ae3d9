import type { ClientBase } from 'pg'
import { type Invariant, listInvariants, readBrokenInvariants } from '#src/database/sql/invariants'
import { formatCommandHint } from '#src/server/console'
import { type Finding, isSchemaError, type Verdict } from './check'

type Ask = (
  check: string,
  question: (client: ClientBase) => Promise<Verdict[]>,
) => Promise<Finding[]>

/** The rules of one kind are a row where all of them hold; else each that does not is one. */
export async function examineInvariants(ask: Ask): Promise<Finding[]> {
  let invariants: Invariant[] = []
  const findings = await ask('Invariants', async (client) => {
    invariants = await listInvariants(client)
    return invariants.length > 0 ? [] : [isSchemaError]
  })
  for (const group of new Set(invariants.map((invariant) => invariant.group))) {
    const check = group.charAt(0).toUpperCase() + group.slice(1)
    const ofGroup = invariants.filter((invariant) => invariant.group === group)
    const troubles: Finding[] = []
    // Each has a time of its own: those of a large shop take seconds.
    for (const invariant of ofGroup) {
      troubles.push(...(await ask(check, (client) => checkInvariant(client, invariant))))
    }
    const found = ofGroup.map(({ rule }) => rule).join(' ')
    findings.push(...(troubles.length > 0 ? troubles : [{ check, state: 'ok' as const, found }]))
  }
  return findings
}

/** What the movements tell anew, as long as they are what happened. */
const told = ['inv_stock_ledger', 'inv_stock_balances']

/** Nothing where the rule holds; else what breaks it, and what to do. */
async function checkInvariant(client: ClientBase, invariant: Invariant): Promise<Verdict[]> {
  const broken = await readBrokenInvariants(client, [invariant])
  return broken.map(({ name, rule, count, rows }) => {
    const more =
      count > rows.length ? `; and ${(count - rows.length).toLocaleString('en')} more` : ''
    const advice = told.includes(name)
      ? formatCommandHint(
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
