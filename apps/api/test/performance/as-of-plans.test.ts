import { seed } from '@stockie/prisma/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '#src/database/pool/single-client'
import type { RowQuery } from '#src/database/sql/row-reader'
import { productSummaryQuery } from '#src/modules/products/product-reports'
import { dailyTotalsQuery, profitSummaryQuery } from '#src/modules/reports'
import { type PlanNode, watchPlans } from '#test/support/database/query-plans'
import { startTestApi, type TestApi } from '#test/support/test-api'

const today = '2026-11-21'
const knownAt = { day: '2026-03-15' }
const month = { startDate: '2026-03-01', endDate: '2026-03-31' }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const client = await connectClient(api.databaseProxy.url)
  // Two years with about ten sales a day.
  await seed(client, { profile: 'bench', sales: 8000, products: 300, today, timeZone: 'UTC' })
  await client.end()
})
afterAll(() => api.stop())

const read = (nodes: PlanNode[], table: string) =>
  nodes
    .filter((node) => node.table === table)
    .reduce((sum, { rows, loops, dropped }) => sum + (rows + dropped) * loops, 0)

const reports: [string, RowQuery][] = [
  ['profit summary', profitSummaryQuery(month, 'UTC', knownAt)],
  ['daily totals', dailyTotalsQuery(month, 'UTC', knownAt)],
  ['product summary', productSummaryQuery(month, 'UTC', knownAt)],
  ['product summary of all days', productSummaryQuery({}, 'UTC', knownAt)],
]

test.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'reports as of a day read only entries of the days around it and entries about other days, with %s @long',
  async (mode) => {
    // The seed enters everything on its day. Two documents are late, and one of an old day was deleted.
    const [counted] = (
      await api.pool.query<{ around: number; lines: number; other: number }>(
        `with other as (
           insert into journal (at, day, document_id, sign, source, action, amount)
           select now(), sale_date, id, 0, 'sales', 'changed', 0 from sales order by id limit 3 returning 1
         )
         select (select count(*)::int from journal where at >= '2026-03-13' and at < '2026-03-18') as around,
           (select count(*)::int from sale_lines join sales on sales.id = sale_id
             where sale_date >= '2026-03-01' and sale_date < '2026-03-18') as lines,
           (select count(*)::int from other) + (select count(*)::int from journal where at > '2026-11-22') as other`,
      )
    ).rows
    const { around = 0, lines = 0, other = 0 } = counted ?? {}
    expect(around).toBeGreaterThan(20)
    const { watch, close } = await watchPlans(api.databaseProxy.url, mode)
    for (const [name, { text, values = [] }] of reports) {
      const statements = await watch((pool) => pool.query({ name, text, values }))
      const nodes = statements.flatMap((statement) => statement.nodes)
      // Documents and expenses each read them once. The present total of half a month is made of its lines.
      const limit = 2 * (around + other)
      expect({ name, over: Math.max(read(nodes, 'journal') - limit, 0) }).toEqual({ name, over: 0 })
      expect({ name, over: Math.max(read(nodes, 'sale_lines') - lines, 0) }).toEqual({
        name,
        over: 0,
      })
    }
    await close()
  },
)
