import { seed } from '@stockie/prisma/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '#src/database/pool/single-client'
import type { RowQuery } from '#src/database/sql/list-reader'
import { productSummaryQuery } from '#src/modules/products/product-reports'
import { changesSinceQuery, dailyTotalsQuery, profitSummaryQuery } from '#src/modules/reports'
import { type PlanNode, watchPlans } from '#test/support/database/query-plans'
import { startTestApi, type TestApi } from '#test/support/test-api'

const today = '2026-11-21'
const knownAt = { day: '2026-11-20' }

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

const page = { asOf: knownAt.day, page: 1, pageSize: 100 }
const reports: [string, RowQuery][] = [
  ['profit summary', profitSummaryQuery({}, 'UTC', knownAt)],
  ['daily totals', dailyTotalsQuery({}, 'UTC', knownAt)],
  ['product summary', productSummaryQuery({}, 'UTC', knownAt)],
  ['changes since', changesSinceQuery(page, 'UTC', knownAt)],
]

test.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'reports as of yesterday read only the entries and the lines of today, with %s',
  async (mode) => {
    const { rows } = await api.pool.query<{ entries: number; lines: number }>(
      `select count(*)::int as entries, (
         select count(*)::int from sale_lines join journal on source = 'sales' and document_id = sale_id
         where at >= '2026-11-21') as lines
       from journal where at >= '2026-11-21'`,
    )
    const { entries = 0, lines = 0 } = rows[0] ?? {}
    expect(entries).toBeGreaterThan(5)
    const { watch, close } = await watchPlans(api.databaseProxy.url, mode)
    for (const [name, { text, values = [] }] of reports) {
      const statements = await watch((pool) => pool.query({ name, text, values }))
      const nodes = statements.flatMap((statement) => statement.nodes)
      // Each part of a report reads them once.
      expect({ name, most: Math.min(read(nodes, 'journal'), 4 * entries) }).toEqual({
        name,
        most: read(nodes, 'journal'),
      })
      expect({ name, most: Math.min(read(nodes, 'sale_lines'), lines) }).toEqual({
        name,
        most: read(nodes, 'sale_lines'),
      })
    }
    await close()
  },
)
