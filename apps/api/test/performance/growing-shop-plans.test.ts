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

type Reads = { table: string; entered: number; whole: number }

/** How often each of these tables was read as a whole. PostgreSQL tells it with a delay. */
async function readsOf(tables: string[], entered: number): Promise<Reads[]> {
  const { rows } = await api.pool.query<Reads>(
    `select relname as table, n_tup_ins as entered, seq_scan as whole
     from pg_stat_user_tables where relname = any($1) order by 1`,
    [tables],
  )
  return rows.every((row) => row.entered >= entered) ? rows : readsOf(tables, entered)
}

test('a session that began when the shop was empty reads no table as a whole as it grows', async () => {
  const times = 30
  const tables = ['purchase_lines', 'purchases', 'sale_lines', 'sales', 'stock_movements']
  // What PostgreSQL learns of a table in passing, should its turn come just now, is another matter.
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
  const reads = await readsOf(tables, times)
  expect(reads.map(({ table, whole }) => ({ table, whole }))).toEqual(
    tables.map((table) => ({ table, whole: 0 })),
  )
})
