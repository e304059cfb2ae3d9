import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listInvariants, readBrokenInvariants } from '#src/database/sql/invariants'
import { purchaseKind, saleKind } from '#test/support/document-kinds'
import { asRead } from '#src/database/pool/deadline-pool'
import { breaches } from './breaches/invariant-breaches'
import { cashCountBody } from '#test/support/writes/day-sheet-write-cases'
import { createCountClient } from '#test/support/count-client'
import { createImportClient } from '#test/support/import-client'
import { createReturnClient } from '#test/support/return-client'
import { createShopClient } from '#test/support/shop-client'
import { withClient } from '#test/support/database/database-server'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await fillShop()
})
afterAll(() => api.stop())

/** Only the explicit fold runs: the breaches expect what is folded after it, and what is not. */
async function switchFoldsOff(): Promise<void> {
  const connections = Array.from({ length: api.pool.options.max }, () =>
    asRead(() => api.pool.connect()),
  )
  for (const connection of await Promise.all(connections)) {
    await connection.query(`set stockie.folds = 'off'`)
    connection.release()
  }
}

/** Everything that an invariant covers happens once in this shop. */
async function fillShop(): Promise<void> {
  await switchFoldsOff()
  const shop = await openTestShop(api)
  const { sell, buy, remove, restore } = createShopClient(api, shop)
  const [tea, rice, oil] = shop.products
  const day = '2026-11-21'
  await createUser(api.pool)
  await sell(day, [{ productId: tea, quantity: 2 }, { productId: tea }, { productId: rice }])
  await sell(day, [{ productId: tea, quantity: 4 }], { discount: 20, totalAmount: 0 })
  const gone = await sell('2026-10-01', [{ productId: rice, quantity: 2 }])
  const restored = await sell('2026-11-01', [{ productId: rice, quantity: 3 }])
  const returned = await buy('2026-10-31', [{ productId: oil }, { productId: rice }])
  await remove(`/sales/${gone}`)
  await remove(`/purchases/${returned}`)
  for (let time = 0; time < 2; time += 1) {
    await remove(`/sales/${restored}`)
    await restore('sales', [restored])
  }
  await api.pool.query(`
    insert into stock_movements (product_id, delta, reason, user_id) values (${oil}, -7, 'adjustment', 1);
    set stockie.folds = 'on';
    select fold_changes();
    set stockie.folds = 'off'`)
  const lines = [{ productId: oil, quantity: 5 }]
  for (const [path, body] of [
    ['sales', saleKind.body(shop, lines)],
    ['purchases', purchaseKind.body(shop, lines)],
    ['categories', { name: 'Snacks' }],
  ] as const) {
    const headers = { 'Idempotency-Key': 'the-key' }
    expect((await api.call(`/${path}`, { token: shop.token, body, headers })).status).toBe(201)
  }
  const file = 'Name,Category,Cost,Price,Stock\nOil,Drinks,6,7,50\nCocoa,Drinks,3,8,12\n'
  const imports = createImportClient(api, shop.token)
  await imports.importFile('products', file)
  const { id } = await imports.importFile('products', file.replace('50', '60'))
  await imports.run(id, 'revert')
  const returning = createReturnClient(api, shop)
  const sold = [1, 2, 3].map(() => ({ productId: oil, price: 4, quantity: 3 }))
  const ofAll = await returning.sell(sold, { discount: 3, shippingFees: 2 })
  const key = { 'Idempotency-Key': 'the-return' }
  const back = [
    { line: 0, quantity: 2 },
    { line: 1, quantity: 1, restock: false },
  ]
  await returning.takeBack(ofAll, back, { shippingRefund: 1 }, key)
  const { id: twice } = await returning.takeBack(ofAll, [{ line: 2, quantity: 3 }])
  await remove(`/returns/${twice}`)
  await restore('returns', [twice])
  const { id: deleted } = await returning.takeBack(ofAll, [{ line: 0, quantity: 1 }])
  await remove(`/returns/${deleted}`)
  const goneToo = await returning.sell(sold.slice(0, 1))
  await returning.takeBack(goneToo, [{ line: 0, quantity: 1, restock: false }], { refund: 0 })
  await remove(`/sales/${goneToo.saleId}`)
  const headers = { 'Idempotency-Key': 'the-count' }
  for (const body of [cashCountBody(), cashCountBody({ counted: { sum: 110.5 } })]) {
    expect((await api.call('/day-sheets', { token: shop.token, body, headers })).status).toBe(201)
    headers['Idempotency-Key'] = 'the-other-count'
  }
  const counts = createCountClient(api, shop)
  for (const step of ['post', 'undo'] as const) {
    const count = await counts.open({ productIds: [oil, tea] })
    await counts.enter(count, oil, { counted: 40 })
    await sell(day, [{ productId: oil }])
    await counts.step(count, 'finish')
    await counts.step(count, 'post')
    await counts.step(count, step)
  }
  await remove(`/suppliers/${shop.supplierId}`)
}

/** Makes a change past every trigger and key, reads the broken invariants, and rolls back. */
async function readBrokenAfter(sql: string) {
  return withClient(api.databaseProxy.url, async (client) => {
    await client.query(`begin; set local session_replication_role = replica; ${sql};
      set constraints all immediate`)
    const broken = await readBrokenInvariants(client)
    await client.query('rollback')
    return broken.map(({ name, count, rows }) => ({ name, count, row: rows[0] }))
  })
}

const onShop = <Result>(work: (client: Client) => Promise<Result>) =>
  withClient(api.databaseProxy.url, work)

test('no invariant is broken in a shop in which everything has happened once', async () => {
  expect(await onShop((client) => readBrokenInvariants(client))).toEqual([])
})

test.each(breaches)(
  '%s is the only broken invariant after "%s"',
  async (name, sql, row, count = 1) => {
    expect(await readBrokenAfter(sql)).toEqual([{ name, count, row: expect.objectContaining(row) }])
  },
)

test('every invariant has a breach in these tests and states its rule in a sentence', async () => {
  const invariants = await onShop(listInvariants)
  const names = new Set(breaches.map(([name]) => name))
  expect(invariants.map(({ name }) => name).toSorted()).toEqual([...names].toSorted())
  for (const { name, rule } of invariants) {
    expect({ name, rule }).toEqual({ name, rule: expect.stringMatching(/^[A-Z].*\.$/) })
  }
})

test('an invariant with many broken rows reports three of them and counts all', async () => {
  const [broken] = await onShop(async (client) => {
    await client.query('begin; set local session_replication_role = replica')
    await client.query('update stock_movements set user_id = 999')
    const all = await readBrokenInvariants(client)
    await client.query('rollback')
    return all.filter(({ name }) => name === 'inv_records_actors')
  })
  expect(broken?.rows).toHaveLength(3)
  expect(broken?.count).toBeGreaterThan(10)
})

test('reading the invariants fails on a database that has none', async () => {
  await onShop(async (client) => {
    await client.query('begin; create schema older; set local search_path = older')
    await expect(readBrokenInvariants(client)).rejects.toThrow('is an older one')
    await client.query('rollback')
  })
})
