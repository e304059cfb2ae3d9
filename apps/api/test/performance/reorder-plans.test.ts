import { seed } from '@stockie/prisma/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '#src/database/pool/single-client'
import { reorderQuery } from '#src/modules/reorder'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { watchPlans } from '#test/support/database/query-plans'

const products = 1000
const today = '2026-11-21'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const client = await connectClient(database.url)
  await seed(client, { profile: 'bench', sales: 2000, products, today, timeZone: 'UTC' })
  // As in a shop that imported its products two weeks ago.
  await client.query(`
    begin;
    set local session_replication_role = replica;
    update stock_movements set created_at = '2026-11-07'
    where id in (select min(id) from stock_movements group by product_id);
    commit;
    analyze`)
  await client.end()
})
afterAll(() => database.drop())

test.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'the reorder list of a new shop joins each product a few times only (%s)',
  async (planning) => {
    const { watch, close } = await watchPlans(database.url, planning)
    const [report] = await watch((pool) =>
      pool.query({ ...reorderQuery({}, { timeZone: 'UTC', today }), name: 'reorder' }),
    )
    await close()
    const nodes = report?.nodes ?? []
    expect(nodes.map(({ table }) => table)).toContain('sale_lines')
    expect(
      nodes.filter(({ rows, dropped, loops }) => (rows + dropped) * loops > 20 * products),
    ).toEqual([])
  },
)
