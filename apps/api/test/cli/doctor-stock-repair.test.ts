import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { repairStock } from '#src/cli/doctor/repair-stock'
import { exitSentence } from '#src/server/console'
import { saleKind } from '#test/support/document-kinds'
import { prepareDoctor } from './doctor-fixture'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { withClient } from '#test/support/database/database-server'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

const { program, copyShop, force, settings, examine } = prepareDoctor()

type Stock = { name: string; stock: number }

const query = <Row extends object>(url: string, sql: string) =>
  withClient(url, async (client) => (await client.query<Row>(sql)).rows)

test('--repair-stock sets stocks and balances to the sum of their movements @long', async () => {
  const url = await copyShop()
  const env = settings(url)
  await force(
    url,
    `update products set stock = stock + 7 where id in (1, 2);
     update stock_movements set balance = balance - 1 where product_id = 3`,
  )
  const changeCount = `select sum(count) as products from changes where source = 'products'`
  const countBefore = await query(url, changeCount)
  const stocks = await query<Stock>(
    url,
    'select name, stock from products where id in (1, 2) order by id',
  )

  const args = ['--repair-stock']
  const { code, stdout } = await program().run('doctor', { env, args })
  const lines = stocks.map(
    ({ name, stock }, index) =>
      `${name} (id ${index + 1}): the stock was ${stock} and is now ${stock - 7}.`,
  )
  expect(code).toBe(0)
  expect(stdout.split('\n').slice(0, 2)).toEqual(lines)
  expect(stdout).toMatch(/that were corrected: \d+\.\nCount these products/)
  expect(await examine(env)).toMatchObject({ code: 0, problems: [] })
  const posted = await query(
    url,
    `select by_command_line as cli, record_name as name, changes from activities
     where changes @> '[{"field": "stock"}]' and by_command_line order by id desc limit 2`,
  )
  expect(posted).toHaveLength(2)
  expect(posted).toEqual(
    expect.arrayContaining(
      stocks.map(({ name, stock }) => ({
        cli: true,
        name,
        changes: [{ field: 'stock', before: stock, after: stock - 7 }],
      })),
    ),
  )
  // Otherwise cached lists would never show the repair.
  expect(await query(url, changeCount)).not.toEqual(countBefore)
  for (const guarded of ['products set stock = 1', 'stock_movements set balance = 1']) {
    await expect(query(url, `update ${guarded} where id = 1`)).rejects.toThrow(/ledger|movement/)
  }
  // The former name of the option still works.
  const again = await program().run('doctor', { env, args: ['--mend-stock'] })
  expect([again.code, again.stdout]).toEqual([
    0,
    'Every stock is the sum of its movements: nothing was changed.\n',
  ])
})

describe('while the shop is open', () => {
  let api: TestApi
  let shop: TestShop
  beforeAll(async () => {
    api = await startTestApi()
  })
  beforeEach(async () => {
    shop = await openTestShop(api)
    await force(
      api.databaseUrl,
      `update products set stock = stock + 7 where id = ${shop.products[0]};
       update stock_movements set balance = balance - 1 where product_id = ${shop.products[1]}`,
    )
  })
  afterAll(() => api.stop())

  const repair = () => repairStock(api.databaseUrl)
  const repaired = (was: number) => ({
    products: [{ id: shop.products[0], name: 'Tea', was, stock: was - 7 }],
    balances: 1,
  })
  const balances = async () => (await api.pool.query('select * from inv_stock_balances')).rows

  test('the repair waits for a running sale, includes it and does not deadlock', async () => {
    const [tea, rice] = shop.products
    const body = saleKind.body(shop, [{ productId: tea }, { productId: rice, price: 5 }])
    const sell = async () => (await api.call('/sales', { token: shop.token, body })).status
    const held = `select from products where id = ${tea} for update`
    const outcomes = await queueBehindLock<unknown>(api.pool, held, [sell, repair], 'rollback')
    expect(outcomes).toEqual([201, { ...repaired(106), balances: 2 }])
    await shop.stock()
    expect(await balances()).toEqual([])
  })

  test('the repair waits for a running edit and neither is cancelled', async () => {
    const [id] = shop.products
    const body = { name: 'Tea', description: '', price: 3, cost: 2, stock: 110, baseStock: 107 }
    const edited = { ...body, categoryId: shop.categoryId }
    const edit = async () =>
      (await api.call(`/products/${id}`, { method: 'PUT', token: shop.token, body: edited })).status
    // The edit has locked its product. The repair locks the movements first, then finds the product locked.
    const held = `select from categories where id = ${shop.categoryId} for update;
      lock table stock_movements in row exclusive mode`
    const outcomes = await queueBehindLock<unknown>(api.pool, held, [edit, repair], 'rollback')
    expect(outcomes).toEqual([200, repaired(110)])
    await shop.stock()
  })

  test('the repair waits for a vacuum beyond deadlock_timeout without blocking sales @long', async () => {
    const longWaits = `select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and not granted
        and clock_timestamp() - waitstart > current_setting('deadlock_timeout')::interval`
    const body = saleKind.body(shop, [{ productId: shop.products[2] }])
    const outcome = await withClient(api.databaseUrl, async (client) => {
      await client.query('begin; lock table products in share update exclusive mode')
      const repairing = repair()
      await vi.waitUntil(async () => (await query(api.databaseUrl, longWaits)).length > 0, 10_000)
      expect((await api.call('/sales', { token: shop.token, body })).status).toBe(201)
      await client.query('rollback')
      return repairing
    })
    expect(outcome).toEqual(repaired(107))
    await shop.stock()
  })

  test('the repair gives up if the tables stay locked and asks to run it again @long', async () => {
    const message = await withClient(api.databaseUrl, async (client) => {
      await client.query('begin; lock table stock_movements in row exclusive mode')
      return repair().catch((error: unknown) => exitSentence(error))
    })
    expect(message).toBe('The stock tables are in use, so nothing was changed: run this again.')
    expect(await repair()).toEqual(repaired(107))
  })

  test('the repair takes no table locks if nothing is wrong', async () => {
    await repair()
    const outcome = await withClient(api.databaseUrl, async (client) => {
      await client.query('begin; lock table stock_movements, products in row exclusive mode')
      return repair()
    })
    expect(outcome).toEqual({ products: [], balances: 0 })
  })
})
