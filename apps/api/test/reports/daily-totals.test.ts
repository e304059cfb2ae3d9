import { dailyTotals } from '@stockie/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { markDeleted, openTestShop } from '#test/support/test-shop'

async function openShop(timeZone = 'UTC') {
  const api = await startTestApi({ timeZone })
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const calls = createShopClient(api, shop)
  /** [day, sales, purchases, expenses] of every row, in the order of the list. */
  const readDays = async (query = '') =>
    dailyTotals.row
      .array()
      .parse(await calls.read(`/reports/daily?${query}`))
      .map((row) => [row.day, row.totalSales, row.totalPurchases, row.totalExpenses])
  return { api, shop, readDays, ...calls }
}

test('the daily totals have a row for each day with a total other than zero, oldest first', async () => {
  const { shop, readDays, sell, buy, spend } = await openShop('Asia/Kolkata')
  expect(await readDays()).toEqual([])
  const [tea] = shop.products
  await sell('2026-11-21', [{ productId: tea }], { discount: 0.01, totalAmount: 2.99 })
  await sell('2026-11-21', [{ productId: tea }], { shippingFees: 0.02, totalAmount: 3.02 })
  await buy('9999-12-31', [{ productId: tea, price: 2 }])
  await sell('0001-01-01', [{ productId: tea, quantity: 2 }])
  // The store's clock shows 5:30 on the 22nd, and 23:59 on the 21st.
  await spend(10, '2026-11-22T00:00:00Z')
  await spend(100, '2026-11-21T18:29:00Z')
  // A sale of zero, which gives its day no row.
  await sell('2026-11-23', [{ productId: tea }], { discount: 3, totalAmount: 0 })

  const rows = [
    ['0001-01-01', 6, 0, 0],
    ['2026-11-21', 6.01, 0, 100],
    ['2026-11-22', 0, 0, 10],
    ['9999-12-31', 0, 2, 0],
  ]
  expect(await readDays()).toEqual(rows)
  expect(await readDays('startDate=2026-11-21')).toEqual(rows.slice(1))
  expect(await readDays('endDate=2026-11-21')).toEqual(rows.slice(0, 2))
  expect(await readDays('startDate=2026-11-21&endDate=2026-11-21')).toEqual(rows.slice(1, 2))
  expect(await readDays('startDate=2026-11-22&endDate=2026-11-30')).toEqual(rows.slice(2, 3))
})

test('deletions reduce the totals of their day, and a day with no total left disappears', async () => {
  const { api, shop, readDays, sell, buy, spend, remove, restore } = await openShop()
  const [tea] = shop.products
  const sale = await sell('2026-11-20', [{ productId: tea, quantity: 3 }])
  const purchase = await buy('2026-11-20', [{ productId: tea, price: 2 }])
  const expense = await spend(4, '2026-11-21T12:00:00Z')
  const full = [
    ['2026-11-20', 9, 2, 0],
    ['2026-11-21', 0, 0, 4],
  ]
  expect(await readDays()).toEqual(full)
  await remove(`/sales/${sale}`)
  await api.pool.query(markDeleted('expenses', expense, shop.user.id))
  expect(await readDays()).toEqual([['2026-11-20', 0, 2, 0]])
  await remove(`/purchases/${purchase}`)
  expect(await readDays()).toEqual([])
  await restore('sales', [sale])
  await restore('purchases', [purchase])
  await restore('expenses', [expense])
  expect(await readDays()).toEqual(full)
})

test('the daily totals are answered 304 until a write in their range or to any expense', async () => {
  const { shop, sell, spend, remove, poll, statusesFor } = await openShop()
  const [tea] = shop.products
  const november = '/reports/daily?startDate=2026-11-01&endDate=2026-11-30'
  const sale = await sell('2026-11-30', [{ productId: tea }])
  const status = poll(november)
  expect(await status()).toBe(200)
  await sell('2026-12-01', [{ productId: tea }])
  expect(await status()).toBe(304)
  await remove(`/sales/${sale}`)
  expect(await status()).toBe(200)
  await spend(5, '2020-01-01T00:00:00Z')
  expect(await status()).toBe(200)

  expect(await statusesFor(november, [2, 3, 4])).toEqual([200, 200, 403])
})
