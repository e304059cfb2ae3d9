import { expect, onTestFinished, test, vi } from 'vitest'
import { createReconciliation } from '#src/modules/stock'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

async function openShop() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  return { api, shop, ...createShopClient(api, shop) }
}

// @holds decision 8.5
test('the reconciliation is empty while every stock equals the sum of its ledger', async () => {
  const { shop, read, sell, buy, remove, restore } = await openShop()
  const [tea, rice] = shop.products
  const sale = await sell('2026-11-21', [{ productId: tea, quantity: 500 }, { productId: rice }])
  await buy('2026-11-21', [{ productId: rice, quantity: 3 }])
  await remove(`/sales/${sale}`)
  await restore('sales', [sale])
  expect(await read('/stock/reconcile')).toEqual([])
})

// @holds decision 8.5
test('the reconciliation finds changes past the ledger, also after an earlier request', async () => {
  const { api, shop, get, read } = await openShop()
  const [tea, rice, oil] = shop.products
  expect((await get('/stock/reconcile')).headers.get('etag')).toBeNull()
  // A superuser can switch the triggers off like this.
  await api.pool.query(`
    begin;
    set local session_replication_role = replica;
    update products set stock = 40 where id = ${tea};
    update products set stock = 0, deleted_at = now(), deleted_by_id = ${shop.user.id},
      deletion_batch = gen_random_uuid() where id = ${oil};
    insert into products (name, price, cost, category_id, stock)
      select 'Soap', 2, 1, category_id, -7 from products where id = ${rice};
    commit`)
  expect(await read('/stock/reconcile')).toEqual([
    { productId: tea, name: 'Tea', stock: 40, ledgerStock: 100 },
    { productId: oil, name: 'Oil', stock: 0, ledgerStock: 100 },
    { productId: expect.any(Number), name: 'Soap', stock: -7, ledgerStock: 0 },
  ])
})

/** Counts each time that the ledger is summed up. Each time waits while a session holds advisory lock 30. */
const countReconciliations = `
  create unlogged sequence reconciliations;
  alter view inv_stock_ledger rename to real_stock_ledger;
  create function reconcile() returns setof real_stock_ledger language plpgsql stable as $$ begin
    perform nextval('reconciliations');
    while not pg_try_advisory_xact_lock_shared(30) loop perform pg_sleep(0.01); end loop;
    return query select * from real_stock_ledger;
  end $$;
  create view inv_stock_ledger as select * from reconcile()`

async function openCountedShop() {
  const opened = await openShop()
  const { pool } = opened.api
  await pool.query(countReconciliations)
  const count = async () =>
    (await pool.query<{ count: number }>('select last_value as count from reconciliations')).rows[0]
      ?.count
  return { ...opened, count }
}

/** A change without triggers, so that no list learns of it. */
const addDrift = (id: number, stock: number) =>
  `set local session_replication_role = replica; update products set stock = ${stock} where id = ${id}`

// @holds asvs 15.2.2
test('the ledger is summed up once for each snapshot of the database', async () => {
  const { api, shop, count } = await openCountedShop()
  const client = await api.pool.connect()
  onTestFinished(() => client.release())
  const reconcile = createReconciliation(client)
  const read = async () => JSON.parse((await reconcile()).plain.toString())

  // It keeps its snapshot, although other tests write to the server's other databases.
  await client.query('begin isolation level repeatable read')
  for (let time = 0; time < 5; time += 1) expect(await read()).toEqual([])
  expect(await count()).toBe(1)
  await client.query(`commit; begin; ${addDrift(shop.products[0], 40)}; commit`)
  expect(await read()).toMatchObject([{ stock: 40 }])
  expect(await count()).toBe(2)
})

test('the reconciliation sees a transaction that began before the last answer and ended after it @long', async () => {
  const { api, shop, read } = await openShop()
  const [tea] = shop.products
  const client = await api.pool.connect()
  onTestFinished(() => client.release())
  await client.query(`begin; ${addDrift(tea, 40)}`)
  expect(await read('/stock/reconcile')).toEqual([])
  await client.query('commit')
  const difference = { productId: tea, name: 'Tea', stock: 40, ledgerStock: 100 }
  expect(await read('/stock/reconcile')).toEqual([difference])
})

// @holds asvs 15.2.2
test('the ledger is summed up for one caller at a time, and callers that wait get no answer older than their request', async () => {
  const { api, shop, read, count } = await openCountedShop()
  const [tea] = shop.products
  const client = await api.pool.connect()
  onTestFinished(() => client.release())
  const path = '/stock/reconcile'
  await client.query('select pg_advisory_lock(30)')
  const queries = vi.spyOn(api.pool, 'query')
  const first = read(path)
  await vi.waitFor(() => expect(queries).toHaveBeenCalledTimes(2), 10_000)
  await vi.waitFor(async () => {
    const running = `select from pg_stat_activity where query like '%inv_stock_ledger%' and state = 'active'
      and pid <> pg_backend_pid() and datname = current_database()`
    expect((await client.query(running)).rowCount).toBe(1)
  }, 10_000)
  await client.query(`begin; ${addDrift(tea, 40)}; commit`)
  const later = Array.from({ length: 20 }, () => read(path))
  // The 20 accounts have been looked up, so the callers wait for the running reconciliation.
  await vi.waitFor(() => expect(queries).toHaveBeenCalledTimes(22), 10_000)
  await Promise.all(queries.mock.results.slice(2).map(({ value }) => value))
  expect(queries).toHaveBeenCalledTimes(22)

  await client.query('select pg_advisory_unlock(30)')
  expect(await first).toEqual([])
  const difference = { productId: tea, name: 'Tea', stock: 40, ledgerStock: 100 }
  expect(await Promise.all(later)).toEqual(later.map(() => [difference]))
  expect(queries).toHaveBeenCalledTimes(23)
  expect(await count()).toBe(2)
})

test('a reconciliation that fails is not remembered, and the next caller gets an answer', async () => {
  const { api, get, read } = await openShop()
  expect(await read('/stock/reconcile')).toEqual([])
  await api.pool.query('alter view inv_stock_ledger rename to real_stock_ledger')
  const answers = await Promise.all([1, 2, 3].map(() => get('/stock/reconcile')))
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
  await api.pool.query('alter view real_stock_ledger rename to inv_stock_ledger')
  expect(await read('/stock/reconcile')).toEqual([])
})
