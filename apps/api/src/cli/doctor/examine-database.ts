import type { ClientBase } from 'pg'
import { checkAccounts } from './check-accounts'
import { checkClock } from './check-clock'
import { checkDatabase } from './check-database'
import { checkSchema } from './check-schema'
import { checkStock } from './check-stock'
import { checkTimeZone } from './check-time-zone'
import { checkTotals } from './check-totals'
import type { Finding, Verdict } from './finding'
import { readOnly } from './read-only'
import type { Settings } from './read-settings'
import { runCheck } from './run-check'

type Question = (client: ClientBase, settings: Settings) => Promise<Verdict[]>

const questions: [name: string, question: Question][] = [
  ['Accounts', (client, { env }) => checkAccounts(client, env)],
  ['Stock', checkStock],
  ['Totals', checkTotals],
]

/** Everything that the database knows, one question after another, each on a connection of its own. */
export async function examineDatabase(url: string, settings: Settings): Promise<Finding[]> {
  const ask = (name: string, question: Question) =>
    runCheck({ name, look: () => readOnly(url, (client) => question(client, settings)) })

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
  for (const [name, question] of questions) findings.push(...(await ask(name, question)))
  return findings
}
