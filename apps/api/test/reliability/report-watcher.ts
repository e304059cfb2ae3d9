import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { productSummaryQuery } from '#src/modules/products/product-reports'
import { dailyTotalsQuery, profitSummaryQuery } from '#src/modules/reports'
import type { Answer } from '#test/support/test-api'

type Statement = { text: string; values?: unknown[] }

const reportsAsOf = (knownAt?: { instant: string }): Statement[] => [
  profitSummaryQuery({}, 'UTC', knownAt),
  dailyTotalsQuery({}, 'UTC', knownAt),
  productSummaryQuery({}, 'UTC', knownAt),
]

/** Runs statements on one snapshot, each answer as text. */
async function readOnSnapshot<Result>(
  pool: Pool,
  work: (read: (statements: Statement[]) => Promise<string[]>, now: string) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const { rows } = await client.query<{ now: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
    )
    return await work(async (statements) => {
      const answers = []
      for (const { text, values } of statements) {
        const { rows: found } = await client.query(text, values)
        answers.push(JSON.stringify(found))
      }
      return answers
    }, rows[0]?.now ?? '')
  } finally {
    client.release(true)
  }
}

export type RememberedAnswer = { path: string; body: unknown }

/**
 * Until `isOver`: on one snapshot after the other, the reports as of now must equal the reports. And it remembers
 * what the API answers as of now.
 */
export async function watchReports(
  pool: Pool,
  get: (path: string) => Promise<Answer>,
  isOver: () => boolean,
): Promise<{ differences: string[]; remembered: RememberedAnswer[] }> {
  const differences: string[] = []
  const remembered: RememberedAnswer[] = []
  while (!isOver()) {
    await readOnSnapshot(pool, async (read, now) => {
      const present = await read(reportsAsOf())
      const asOfNow = await read(reportsAsOf({ instant: now }))
      if (String(present) !== String(asOfNow))
        differences.push(`${String(present)} is not ${String(asOfNow)}`)
    })
    const query = new URLSearchParams({ asOf: new Date().toISOString() })
    for (const path of [
      `/reports/profit-summary?${query.toString()}`,
      `/products/summary?${query.toString()}`,
    ]) {
      remembered.push({ path, body: (await get(path)).body })
    }
    await setTimeout(20)
  }
  return { differences, remembered }
}
