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
  const readBreakdown = async (query = '') =>
    salesBreakdown.row.parse(await calls.read(`${path}?${query}`))
  return { api, shop, readBreakdown, ...calls }
}

const zeros = {
  sales: 0,
  lineTotals: 0,
  discounts: 0,
  shippingFees: 0,
  raisedToZero: 0,
  returns: 0,
  returnedLineTotals: 0,
  refunds: 0,
  shippingRefunds: 0,
  totalSales: 0,
}

test('the sales breakdown adds up line totals, discounts, shipping and amounts raised to zero', async () => {
  const { shop, read, readBreakdown, sell, remove, restore } = await openShop()
  expect(await readBreakdown()).toEqual(zeros)
  const [tea, rice] = shop.products
  await sell('2026-11-20', [{ productId: tea, quantity: 2 }, { productId: rice }], {
    discount: 0.1,
    shippingFees: 0.2,
    totalAmount: 9.1,
  })
  // This total would be -42.05 and is raised to 0. The next total is exactly 0.
  const sale = await sell('2026-11-21', [{ productId: tea }], {
    discount: 50,
    shippingFees: 4.95,
    totalAmount: 0,
  })
  await sell('2026-11-21', [{ productId: tea }], { discount: 3, totalAmount: 0 })

  const all = {
    ...zeros,
    sales: 3,
    lineTotals: 15,
    discounts: 53.1,
    shippingFees: 5.15,
    raisedToZero: 42.05,
    totalSales: 9.1,
  }
  expect(await readBreakdown()).toEqual(all)
  expect(await read('/reports/profit-summary')).toMatchObject({ totalSales: 9.1 })
  const first = { ...zeros, sales: 1, lineTotals: 9, discounts: 0.1, shippingFees: 0.2 }
  expect(await readBreakdown('endDate=2026-11-20')).toEqual({ ...first, totalSales: 9.1 })
  expect(await readBreakdown('startDate=2026-11-21')).toMatchObject({
    sales: 2,
    raisedToZero: 42.05,
  })
  expect(await readBreakdown('startDate=2026-11-22')).toEqual(zeros)
  expect(await readBreakdown('startDate=2026-11-20&endDate=2026-11-21')).toEqual(all)

  await remove(`/sales/${sale}`)
  expect(await readBreakdown()).toEqual({
    ...all,
    sales: 2,
    lineTotals: 12,
    discounts: 3.1,
    shippingFees: 0.2,
    raisedToZero: 0,
  })
  await restore('sales', [sale])
  expect(await readBreakdown()).toEqual(all)
})

test('the sales breakdown is answered 304 until a sale in its range changes, and only to roles 1 to 3', async () => {
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
