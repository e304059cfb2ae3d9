import type { ClientBase } from 'pg'
import { readOnly } from '@/database/read-only'
import { checkAccounts } from './check-accounts'
import { checkClock } from './check-clock'
import { checkDatabase } from './check-database'
import { checkSchema } from './check-schema'
import { checkTimeZone } from './check-time-zone'
import { examineInvariants } from './examine-invariants'
import type { Finding, Verdict } from './finding'
import type { Settings } from './read-settings'
import { runCheck } from './run-check'

type Question = (client: ClientBase, settings: Settings) => Promise<Verdict[]>

/** Sooner than a check is given up, so that it says itself what took too long. */
const limits = { as: 'stockie-doctor', seconds: 25 }

/** Everything that the database knows, one question after another, each on a connection of its own. */
export async function examineDatabase(url: string, settings: Settings): Promise<Finding[]> {
  const ask = (name: string, question: Question) =>
    runCheck({ name, look: () => readOnly(url, limits, (client) => question(client, settings)) })

  let isReached = false
  const database = await ask('Database', (client, { env }) => {
    isReached = true
    return checkDatabase(client, env)
  })
  // Nothing else could be asked of it, which would say the same over and over.
  if (!isReached) return database
  let isEmpty = false
  const schema = await ask('Schema', async (client) => {
    const verdict = await checkSchema(client)
    if (verdict) return [verdict]
    isEmpty = true
    return [
      { state: 'ok', found: 'There is no shop in this database yet: the first start makes it.' },
    ]
  })
  const clock = [...(await ask('Clock', checkClock)), ...(await ask('Time zone', checkTimeZone))]
  const findings = [...database, ...schema, ...clock]
  if (isEmpty) return findings
  const accounts = await ask('Accounts', (client, { env }) => checkAccounts(client, env))
  return [...findings, ...accounts, ...(await examineInvariants(ask))]
}
