import { reorder } from '@stockie/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { dayIn } from '#src/time'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

async function openShop() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const client = createShopClient(api, shop)
  const readRows = async (query = '') =>
    reorder.row.array().parse(await client.read(`/reports/reorder${query}`))
  const put = (path: string, body: object) =>
    api.call(path, { token: shop.token, method: 'PUT', body })
  const change = (id: number, fields: object) =>
    put(`/products/${id}`, {
      name: 'Tea',
      price: 3,
      cost: 2,
      stock: 100,
      categoryId: shop.categoryId,
      ...fields,
    })
  /** Lets the first movements be 40 days old, so that all of the last 30 days count. */
  const growOlder = () =>
    api.pool.query(`begin; set local session_replication_role = replica;
      update stock_movements set created_at = created_at - interval '40 days'; commit`)
  return { api, shop, put, change, readRows, growOlder, ...client }
}

const dayBefore = (days: number) => dayIn('UTC', new Date(Date.now() - days * 86_400_000))

test('a product is to be reordered at its level, at 9 without one, and not above @long', async () => {
  const { shop, change, readRows } = await openShop()
  const [tea] = shop.products
  const names = async () => (await readRows()).map(({ name }) => name)
  expect(await names()).toEqual([])
  await change(tea, { stock: 10 })
  expect(await names()).toEqual([])
  await change(tea, { stock: 9 })
  expect(await names()).toEqual(['Tea'])
  await change(tea, { stock: 9, reorderLevel: 8 })
  expect(await names()).toEqual([])
  await change(tea, { stock: 9, reorderLevel: 0 })
  expect(await names()).toEqual([])
  await change(tea, { stock: 100, reorderLevel: 100, reorderTarget: 130 })
  expect(await readRows()).toMatchObject([{ reorderLevel: 100, suggested: 30, daysOfCover: null }])
  // An older browser does not send the level and the target.
  await change(tea, { stock: 90 })
  expect(await readRows()).toMatchObject([{ reorderLevel: 100, reorderTarget: 130, suggested: 40 }])
  await change(tea, { stock: 90, reorderTarget: null })
  expect(await readRows()).toMatchObject([{ reorderTarget: null, suggested: 11 }])
})

test('a product is to be reordered if it lasts less than the days of cover at the pace of 30 days', async () => {
  const { api, shop, growOlder, readRows, sell, buy, remove } = await openShop()
  const [tea, rice] = shop.products
  await growOlder()
  for (const days of [30, 20, 1]) await sell(dayBefore(days), [{ productId: tea, quantity: 20 }])
  // Neither of these is in the 30 days before today.
  await sell(dayBefore(31), [{ productId: rice, quantity: 40 }])
  await sell(dayBefore(0), [{ productId: rice, quantity: 10 }])
  await buy(dayBefore(3), [{ productId: tea, price: 2, quantity: 2 }])
  const row = {
    productId: tea,
    stock: 42,
    sold: 60,
    daysCounted: 30,
    daysOfCover: 21,
    runsOutOn: dayIn('UTC', new Date(Date.now() + 21 * 86_400_000)),
    supplierName: 'Harbour Paper Ltd',
    lastCost: 2,
    cost: 2,
  }
  expect(await readRows()).toEqual([])
  expect(await readRows('?coverDays=21')).toEqual([])
  expect(await readRows('?coverDays=22')).toMatchObject([{ ...row, suggested: 46 }])

  await remove(`/suppliers/${shop.supplierId}`)
  expect(await readRows('?coverDays=22')).toMatchObject([
    { supplierId: null, supplierName: null, lastCost: null },
  ])
  expect(await api.pool.query(`select from changes where source = 'shop'`)).toMatchObject({
    rowCount: 0,
  })
})

test('a movement that is dated before its predecessor takes no days out of the pace', async () => {
  const { api, shop, change, growOlder, readRows, sell } = await openShop()
  const [tea] = shop.products
  await growOlder()
  await sell(dayBefore(10), [{ productId: tea, quantity: 100 }])
  await change(tea, { stock: 5 })
  // Two writes around midnight, or a clock that was set back, can store days in this order.
  await api.pool.query(`begin; set local session_replication_role = replica;
    update stock_movements set created_at = now() - interval '10 days' where balance = 0;
    update stock_movements set created_at = now() - interval '11 days' where balance = 5;
    commit`)
  expect(await readRows()).toMatchObject([{ stock: 5, sold: 100, daysCounted: 30 }])
})

test('the shop sets the days of cover, and a change of them outdates the answer', async () => {
  const { shop, growOlder, put, readRows, sell, poll } = await openShop()
  await growOlder()
  await sell(dayBefore(1), [{ productId: shop.products[0], quantity: 60 }])
  const status = poll('/reports/reorder')
  expect(await status()).toBe(200)
  expect(await status()).toBe(304)
  expect(await readRows()).toEqual([])
  expect((await put('/shop', { coverDays: 30 })).body).toMatchObject({ coverDays: 30 })
  expect(await status()).toBe(200)
  expect(await readRows()).toMatchObject([{ name: 'Tea', daysOfCover: 20, suggested: 80 }])
})

test('the days of cover are a whole number from 1 to 365', async () => {
  const { get, put, readRows, statusesFor } = await openShop()
  for (const days of ['0', '366', '1.5', 'x', '']) {
    expect((await get(`/reports/reorder?coverDays=${days}`)).status).toBe(400)
  }
  const { status, body } = await put('/shop', { coverDays: 0 })
  expect(status).toBe(422)
  expect(body).toMatchObject({
    errors: [{ path: 'coverDays', message: 'Days of cover must be a whole number from 1 to 365' }],
  })
  expect(await readRows('?coverDays=365')).toEqual([])
  expect(await statusesFor('/reports/reorder', [1, 2, 3, 4])).toEqual([200, 200, 200, 403])
})

test('a level or a target that is no whole number from 0 to 1,000,000 is refused', async () => {
  const { shop, change } = await openShop()
  for (const reorderLevel of [-1, 1.5, 1_000_001, 'many', true]) {
    const { status, body } = await change(shop.products[0], { reorderLevel })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      errors: [
        {
          path: 'reorderLevel',
          message: 'Reorder level must be a whole number from 0 to 1,000,000',
        },
      ],
    })
  }
  const blank = await change(shop.products[0], { reorderLevel: ' ', reorderTarget: '25' })
  expect(blank.body).toMatchObject({ reorderLevel: null, reorderTarget: 25 })
})
