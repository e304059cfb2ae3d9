import { salesBreakdown } from '@stockie/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

const path = '/reports/sales-breakdown'

async function openShop() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const calls = createShopClient(api, shop)
  const breakdown = async (query = '') =>
    salesBreakdown.row.parse(await calls.read(`${path}?${query}`))
  return { api, shop, breakdown, ...calls }
}

const nothing = {
  sales: 0,
  lineTotals: 0,
  discounts: 0,
  shippingFees: 0,
  raisedToZero: 0,
  totalSales: 0,
}

test('the total of the sales follows from lines, discounts, shipping and what was raised to 0', async () => {
  const { shop, read, breakdown, sell, remove, restore } = await openShop()
  expect(await breakdown()).toEqual(nothing)
  const [tea, rice] = shop.products
  await sell('2026-11-20', [{ productId: tea, quantity: 2 }, { productId: rice }], {
    discount: 0.1,
    shippingFees: 0.2,
    totalAmount: 9.1,
  })
  // It would be -42.05; the next one is 0 by itself.
  const sale = await sell('2026-11-21', [{ productId: tea }], {
    discount: 50,
    shippingFees: 4.95,
    totalAmount: 0,
  })
  await sell('2026-11-21', [{ productId: tea }], { discount: 3, totalAmount: 0 })

  const all = {
    sales: 3,
    lineTotals: 15,
    discounts: 53.1,
    shippingFees: 5.15,
    raisedToZero: 42.05,
    totalSales: 9.1,
  }
  expect(await breakdown()).toEqual(all)
  expect(await read('/reports/profit-summary')).toMatchObject({ totalSales: 9.1 })
  const first = { ...nothing, sales: 1, lineTotals: 9, discounts: 0.1, shippingFees: 0.2 }
  expect(await breakdown('endDate=2026-11-20')).toEqual({ ...first, totalSales: 9.1 })
  expect(await breakdown('startDate=2026-11-21')).toMatchObject({ sales: 2, raisedToZero: 42.05 })
  expect(await breakdown('startDate=2026-11-22')).toEqual(nothing)
  expect(await breakdown('startDate=2026-11-20&endDate=2026-11-21')).toEqual(all)

  await remove(`/sales/${sale}`)
  expect(await breakdown()).toEqual({
    ...all,
    sales: 2,
    lineTotals: 12,
    discounts: 3.1,
    shippingFees: 0.2,
    raisedToZero: 0,
  })
  await restore('sales', [sale])
  expect(await breakdown()).toEqual(all)
})

test('it holds until a sale of its days is written, and is for roles 1 to 3', async () => {
  const { shop, sell, buy, remove, poll, statusesFor } = await openShop()
  const [tea] = shop.products
  const november = `${path}?startDate=2026-11-01&endDate=2026-11-30`
  const sale = await sell('2026-11-01', [{ productId: tea }])
  const status = poll(november)
  expect(await status()).toBe(200)
  await sell('2026-10-31', [{ productId: tea }])
  await buy('2026-11-01', [{ productId: tea }])
  expect(await status()).toBe(304)
  await remove(`/sales/${sale}`)
  expect(await status()).toBe(200)

  expect(await statusesFor(november, [2, 3, 4])).toEqual([200, 200, 403])
})
