import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentKinds } from '#test/support/document-kinds'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

type TableScans = { table: string; inserted: number; scans: number }

/** Counts the sequential scans of each table. PostgreSQL reports them with a delay, so this polls. */
async function countScans(tables: string[], inserted: number): Promise<TableScans[]> {
  const { rows } = await api.pool.query<TableScans>(
    `select relname as table, n_tup_ins as inserted, seq_scan as scans
     from pg_stat_user_tables where relname = any($1) order by 1`,
    [tables],
  )
  return rows.every((row) => row.inserted >= inserted) ? rows : countScans(tables, inserted)
}

test('a session that began with an empty shop scans no whole table while the shop grows @long', async () => {
  const times = 30
  const tables = ['purchase_lines', 'purchases', 'sale_lines', 'sales', 'stock_movements']
  // Autovacuum might update the statistics during the test and change the plans.
  for (const table of tables) {
    await api.pool.query(`alter table ${table} set (autovacuum_enabled = false)`)
  }
  for (const kind of documentKinds) {
    const lines = shop.products.map((productId) => ({ productId }))
    for (let n = 0; n < times; n += 1) {
      const { token } = shop
      const answer = await api.call(`/${kind.path}`, { token, body: kind.body(shop, lines) })
      expect(answer.status).toBe(201)
    }
    for (let id = 1; id <= times; id += 2) {
      await api.call(`/${kind.path}/${id}`, { token: shop.token, method: 'DELETE' })
    }
  }
  const reads = await countScans(tables, times)
  expect(reads.map(({ table, scans }) => ({ table, scans }))).toEqual(
    tables.map((table) => ({ table, scans: 0 })),
  )
})
