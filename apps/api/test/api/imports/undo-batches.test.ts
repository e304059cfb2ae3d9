import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createImportClient>
beforeEach(async () => {
  await api?.stop()
  api = await startTestApi()
  shop = await openTestShop(api)
  client = createImportClient(api, shop.token)
})
afterAll(() => api.stop())

/** A batch has 1,000 records. */
const count = 1200

function writeFile(price: number): string {
  const rows = Array.from({ length: count }, (_, n) => `Cup ${n},C${n},Cups,2,${price},${price}\n`)
  return `Product Name,Code,Category,Cost,Price,Stock\n${rows.join('')}`
}

const importCups = async (price: number) =>
  client.importFile('products', writeFile(price), { options: { createCategories: true } })

/** An undo of the second batch waits for a lock that the test holds. Returns the job at that moment, and after it. */
async function undoInTwoParts(id: number) {
  await api.pool.query(`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(58);
      return new;
    end $$`)
  await api.pool.query(`
    do $$ begin
      execute format('create trigger last_product_waits before update on products
        for each row when (new.id = %s) execute function wait_for_test()', (select max(id) from products));
    end $$`)
  const holder = await api.pool.connect()
  try {
    await holder.query('begin; select pg_advisory_xact_lock(58)')
    expect((await client.start(id, 'revert')).status).toBe(202)
    let running = await client.find(id)
    while (running.state === 'reverting' && running.done === 0) {
      await wait(20)
      running = await client.find(id)
    }
    await holder.query('commit')
    return { running, ended: await client.settled(id) }
  } finally {
    holder.release(true)
  }
}

test('an undo of new products reports each batch, and all batches are one deletion @long', async () => {
  const { id } = await importCups(8)
  const { running, ended } = await undoInTwoParts(id)
  expect(running).toMatchObject({ state: 'reverting', done: 1000, total: count + 1 })
  expect(ended).toMatchObject({
    state: 'reverted',
    done: count + 1,
    undo: { deleted: count + 1, kept: 0 },
  })
  const { body } = await api.call('/deleted?resource=products&pageSize=1', { token: shop.token })
  expect(body).toMatchObject([{ batchCount: count }])
})

test('an undo of changed products reports each batch, and takes back the stock of all batches @long', async () => {
  await importCups(8)
  const before = await shop.stock()
  const { id, counts } = await importCups(9)
  expect(counts).toMatchObject({ changed: count })
  const { running, ended } = await undoInTwoParts(id)
  expect(running).toMatchObject({ state: 'reverting', done: 1000, total: count })
  expect(ended).toMatchObject({ state: 'reverted', undo: { changedBack: count, kept: 0 } })
  expect(await shop.stock()).toEqual(before)
  const { rows } = await api.pool.query(
    'select distinct price from products where code is not null',
  )
  expect(rows).toEqual([{ price: 8 }])
})

test('an undo counts the kept records of all batches, and leaves out those that were deleted before @long', async () => {
  const { id } = await importCups(8)
  const { token } = shop
  const { rows } = await api.pool.query<{ id: number }>('select max(id) as id from products')
  await api.call(`/products/${rows[0]?.id}`, { method: 'DELETE', token })
  await api.pool.query(
    `update products set description = 'Blue' where code is not null and deleted_at is null`,
  )
  const { undo } = await client.run(id, 'revert')
  // The other products, and their category.
  expect(undo).toMatchObject({ deleted: 0, kept: count - 1 + 1 })
  expect(undo?.keptRecords).toHaveLength(100)
})
