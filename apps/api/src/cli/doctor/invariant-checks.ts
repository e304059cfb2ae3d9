import type { ClientBase } from 'pg'
import { type Invariant, listInvariants, readBrokenInvariants } from '#src/database/sql/invariants'
import { formatCommandHint } from '#src/server/console'
import { type Finding, schemaMismatchVerdict, type Verdict } from './check'

type RunQuery = (
  check: string,
  question: (client: ClientBase) => Promise<Verdict[]>,
) => Promise<Finding[]>

/** Returns one finding for each group of rules if all its rules hold, or else one for each broken rule. */
export async function examineInvariants(runQuery: RunQuery): Promise<Finding[]> {
  let invariants: Invariant[] = []
  const findings = await runQuery('Invariants', async (client) => {
    invariants = await listInvariants(client)
    return invariants.length > 0 ? [] : [schemaMismatchVerdict]
  })
  for (const group of new Set(invariants.map((invariant) => invariant.group))) {
    const check = group.charAt(0).toUpperCase() + group.slice(1)
    const ofGroup = invariants.filter((invariant) => invariant.group === group)
    const problems: Finding[] = []
    // Each rule has its own time limit: in a large shop one takes seconds.
    for (const invariant of ofGroup) {
      problems.push(...(await runQuery(check, (client) => checkInvariant(client, invariant))))
    }
    const found = ofGroup.map(({ rule }) => rule).join(' ')
    findings.push(...(problems.length > 0 ? problems : [{ check, state: 'ok' as const, found }]))
  }
  return findings
}

/** The rules that a repair can restore from the movements, as long as those are right. */
const repairable = ['inv_stock_ledger', 'inv_stock_balances']

/** Empty if the rule holds. Otherwise names the violations and what to do. */
async function checkInvariant(client: ClientBase, invariant: Invariant): Promise<Verdict[]> {
  const broken = await readBrokenInvariants(client, [invariant])
  return broken.map(({ name, rule, count, rows }) => {
    const more =
      count > rows.length ? `; and ${(count - rows.length).toLocaleString('en')} more` : ''
    const advice = repairable.includes(name)
      ? formatCommandHint(
          'report it, run npm run doctor -- --repair-stock to set the stock to the sum of its movements, then count these products and correct them under Products',
        )
      : 'report it, and restore a backup from before that change'
    const found = `This rule is broken: ${rule} Violations: ${rows.map(describeRow).join('; ')}${more}. Only a change made outside Stockie can cause this: ${advice}.`
    return { state: 'error', found }
  })
}

/** 'product id 3, name Tea, stock 107, ledger stock 100' */
function describeRow(row: Record<string, unknown>): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([column, value]) => `${column.replaceAll('_', ' ')} ${String(value)}`)
    .join(', ')
}
