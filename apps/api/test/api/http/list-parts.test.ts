import type { Sale } from '@stockie/contracts'
import type { QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PreparedStatement } from '#src/database/pool/deadline-pool'
import type { ListQuery } from '#src/database/sql/list-query'
import { createListReader, runOnPrimary } from '#src/database/sql/list-reader'
import { createCachedListReader, createMemory } from '#src/http/endpoints/list-etag-cache'
import { createProducts } from '#src/modules/products/products'
import { createPurchases } from '#src/modules/purchases'
import { createReturns } from '#src/modules/returns/returns.service'
import { createSales } from '#src/modules/sales'
import { createReturnClient } from '#test/support/return-client'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createShopClient>
/** A sale on the first of November. */
let first: number
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  client = createShopClient(api, shop)
  await api.pool.query(`
    insert into products (name, price, cost, category_id)
    select 'Cup ' || number, 3, 2, ${shop.categoryId} from generate_series(1, 600) as number`)
  const lines = [{ productId: shop.products[0] }]
  await client.sell('2026-10-31', lines)
  first = await client.sell('2026-11-01', lines)
  await client.sell('2026-11-01', lines)
  await client.sell('2026-11-30', lines)
  await client.buy('2026-11-01', lines)
})
afterAll(() => api.stop())

/** Returns a function that reads a list and returns how many rows PostgreSQL sent. It compares the list with one without a cache. */
function watchList(list: ListQuery) {
  let rowsRead = 0
  const run = async <Row extends QueryResultRow>(statement: PreparedStatement) => {
    const chunks = await runOnPrimary(api.pool)<Row>(statement, {})
    for (const { rows } of chunks) rowsRead += Number(rows ?? 0)
    return chunks
  }
  const readCached = createCachedListReader(run, { memory: createMemory() })
  const readWhole = createListReader(runOnPrimary(api.pool))
  const session = Buffer.alloc(32)
  const caller = { userId: shop.user.id, version: 0, session, roles: [1], known: [] }
  return async (): Promise<number> => {
    rowsRead = 0
    const { rows, release } = await readCached(list, caller)
    release()
    const { body } = await readWhole(list, caller)
    expect(JSON.parse(String(rows?.body.plain))).toEqual(JSON.parse(String(body)))
    return rowsRead
  }
}

/** Returns a function that reads all lists and returns how many rows each of them read. */
function watchLists() {
  const { pool } = api
  const sales = createSales({ pool })
  const watched = {
    sales: watchList(sales.list({})),
    salesWithoutLines: watchList(
      sales.list({ lines: 'none', startDate: '2026-11-01', endDate: '2026-11-30' }),
    ),
    purchases: watchList(createPurchases({ pool }).list({})),
    returns: watchList(createReturns({ pool }).list({})),
    products: watchList(createProducts(api).list()),
  }
  return async () => {
    const rows: Record<string, number> = {}
    for (const [name, read] of Object.entries(watched)) rows[name] = await read()
    return rows
  }
}

const none = { sales: 0, salesWithoutLines: 0, purchases: 0, returns: 0, products: 0 }

test('after a write, a list reads the rows of changed parts again', async () => {
  const readRows = watchLists()
  const all = { sales: 4, salesWithoutLines: 3, purchases: 1, returns: 0, products: 603 }
  expect(await readRows()).toEqual(all)
  expect(await readRows()).toEqual(none)

  // Tea is among the products with the ids 1 to 99.
  const [tea] = shop.products
  const lines = [{ productId: tea }]
  const products = 99
  const sale = await client.sell('2026-11-30', lines)
  expect(await readRows()).toEqual({ ...none, sales: 2, salesWithoutLines: 2, products })
  await client.sell('2026-10-31', lines)
  expect(await readRows()).toEqual({ ...none, sales: 2, products })
  await client.remove(`/sales/${sale}`)
  expect(await readRows()).toEqual({ ...none, sales: 1, salesWithoutLines: 1, products })
  await client.restore('sales', [sale])
  expect(await readRows()).toEqual({ ...none, sales: 2, salesWithoutLines: 2, products })
  const purchase = await client.buy('2026-12-01', lines)
  expect(await readRows()).toEqual({ ...none, purchases: 1, products })
  await client.remove(`/purchases/${purchase}`)
  expect(await readRows()).toEqual({ ...none, products })
  // The day of the sale has changed, too: the sale shows what came back.
  const { body } = await client.get(`/sales/${first}`)
  await createReturnClient(api, shop).takeBack(body as Sale, [{ line: 0, quantity: 1 }])
  const ofReturn = { sales: 2, salesWithoutLines: 2, returns: 1 }
  expect(await readRows()).toEqual({ ...none, ...ofReturn, products })
})

test('a list reads both days again if a document moves to another one', async () => {
  const readRows = watchLists()
  const sale = await client.sell('2026-11-05', [{ productId: shop.products[0] }])
  await readRows()
  await api.pool.query(`update sales set sale_date = '2026-11-30' where id = $1`, [sale])
  expect(await readRows()).toMatchObject({ purchases: 0, products: 0 })
  expect(await readRows()).toEqual(none)
})

test('a list reads the products again of which one is removed outright', async () => {
  const readRows = watchLists()
  await readRows()
  await api.pool.query('delete from products where id = 600')
  expect(await readRows()).toEqual({ ...none, products: 3 })
})

test('a list reads all its rows again after a write on which each of them may depend', async () => {
  const readRows = watchLists()
  const all = await readRows()
  expect(Math.min(all.sales ?? 0, all.purchases ?? 0, all.products ?? 0)).toBeGreaterThan(0)
  await api.pool.query('update users set name = $1 where id = $2', ['Bea Hart', shop.user.id])
  expect(await readRows()).toEqual({ ...all, products: 0 })
  await api.pool.query('update categories set name = $1', ['Hot drinks'])
  expect(await readRows()).toEqual({ ...none, products: all.products })
  await client.remove(`/categories/${shop.categoryId}`)
  expect(await readRows()).toEqual({ ...none, products: all.products })
  await client.restore('categories', [shop.categoryId])
  expect(await readRows()).toEqual({ ...none, products: all.products })
  await api.pool.query('truncate changes')
  expect(await readRows()).toEqual(all)
  expect(await readRows()).toEqual(none)
})

test('a list shows the writes of transactions that end in another order than they began', async () => {
  const readRows = watchLists()
  const [tea, rice] = shop.products
  const price = (id: number) => `update products set price = price + 1 where id = ${id}`
  const sumTransactions = async () => {
    const { rows } = await api.pool.query<{ sum: string }>(
      'select sum(xmin::text::bigint) from products where id < 100',
    )
    return rows[0]?.sum
  }
  /** Returns true if the sum of the transactions that wrote the products is a former one. */
  async function writeInOtherOrder(): Promise<boolean> {
    const slow = await api.pool.connect()
    await api.pool.query(price(rice))
    await slow.query('begin; select pg_current_xact_id()')
    await api.pool.query(price(tea))
    const before = await sumTransactions()
    await readRows()
    await slow.query(`${price(tea)}; ${price(rice)}; commit`)
    slow.release()
    expect(await readRows()).toEqual({ ...none, products: 99 })
    return before === (await sumTransactions())
  }
  // Other tests on this server begin transactions, too.
  await expect.poll(writeInOtherOrder, { timeout: 20_000 }).toBe(true)
})

test('a long list is read twice, not three times, after writes to more than 4 MB of it', async () => {
  let reads = 0
  const run = async <Row extends QueryResultRow>(statement: PreparedStatement) => {
    if (statement.name === 'long') reads += 1
    return runOnPrimary(api.pool)<Row>(statement, {})
  }
  const readCached = createCachedListReader(run, { memory: createMemory() })
  const list: ListQuery = {
    name: 'long',
    text: `select day, repeat('x', 1500000) as text
      from generate_series('2026-11-01'::timestamp, '2026-11-06', '1 day') as days (moment), date(moment) as day
      order by day desc`,
    sources: ['purchases'],
    parts: { day: 'day' },
  }
  const session = Buffer.alloc(32)
  const caller = { userId: shop.user.id, version: 0, session, roles: [1], known: [] }
  const { rows } = await readCached(list, caller)
  expect(reads).toBe(2)

  for (const day of [1, 2, 3, 4])
    await client.buy(`2026-11-0${day}`, [{ productId: shop.products[0] }])
  reads = 0
  const changed = await readCached(list, caller)
  expect(reads).toBe(2)
  expect(changed.rows?.body.plain).toHaveLength(rows?.body.plain.length ?? 0)
  changed.release()
})
