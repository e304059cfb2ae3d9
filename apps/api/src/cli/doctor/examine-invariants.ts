import type { ClientBase } from 'pg'
import { listInvariants, type Invariant } from '@/database/list-invariants'
import { anotherSchema } from './another-schema'
import { checkInvariant } from './check-invariant'
import type { Finding, Verdict } from './finding'

type Ask = (
  check: string,
  question: (client: ClientBase) => Promise<Verdict[]>,
) => Promise<Finding[]>

/** The rules of one kind are a row where all of them hold; else each that does not is one. */
export async function examineInvariants(ask: Ask): Promise<Finding[]> {
  let invariants: Invariant[] = []
  const findings = await ask('Invariants', async (client) => {
    invariants = await listInvariants(client)
    return invariants.length > 0 ? [] : [anotherSchema]
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
