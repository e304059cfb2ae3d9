import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import { productSummaryQuery } from '#src/modules/products/product-reports'
import { dailyTotalsQuery, profitSummaryQuery } from '#src/modules/reports'
import { withClient } from '#test/support/database/database-server'
import type { Answer } from '#test/support/test-api'

type Statement = { text: string; values?: unknown[] }

const reportsAsOf = (knownAt?: { instant: string }): Statement[] => [
  profitSummaryQuery({}, 'UTC', knownAt),
  dailyTotalsQuery({}, 'UTC', knownAt),
  productSummaryQuery({}, 'UTC', knownAt),
]

/** Compares the reports as of now with the reports, on one snapshot. Returns the difference if there is one. */
async function compareOnSnapshot(client: Client): Promise<string | undefined> {
  await client.query('begin isolation level repeatable read')
  const { rows } = await client.query<{ instant: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as instant`,
  )
  const read = async (statements: Statement[]) => {
    const answers = []
    for (const { text, values } of statements) {
      answers.push((await client.query(text, values)).rows)
    }
    return JSON.stringify(answers)
  }
  const present = await read(reportsAsOf())
  const asOfNow = await read(reportsAsOf(rows[0]))
  await client.query('commit')
  return present === asOfNow ? undefined : `${present} is not ${asOfNow}`
}

export type RememberedAnswer = { path: string; body: unknown }

/**
 * Until `isOver`: on one snapshot after the other, the reports as of now must equal the reports. And it remembers
 * what the API answers as of now.
 */
export function watchReports(
  url: string,
  get: (path: string) => Promise<Answer>,
  isOver: () => boolean,
): Promise<{ differences: string[]; remembered: RememberedAnswer[] }> {
  const differences: string[] = []
  const remembered: RememberedAnswer[] = []
  return withClient(url, async (client) => {
    while (!isOver()) {
      const difference = await compareOnSnapshot(client)
      if (difference !== undefined) differences.push(difference)
      const query = new URLSearchParams({ asOf: new Date().toISOString() }).toString()
      for (const path of [`/reports/profit-summary?${query}`, `/products/summary?${query}`]) {
        remembered.push({ path, body: (await get(path)).body })
      }
      await setTimeout(20)
    }
    return { differences, remembered }
  })
}
