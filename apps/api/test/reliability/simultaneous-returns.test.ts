import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { createReturnClient } from '#test/support/return-client'
import { startSecondApi, startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let second: Awaited<ReturnType<typeof startSecondApi>>
let shop: TestShop
let tills: ReturnType<typeof createReturnClient>[]
beforeAll(async () => {
  api = await startTestApi()
  second = await startSecondApi(api)
  shop = await openTestShop(api)
  tills = [createReturnClient(api, shop), createReturnClient(second, shop)]
})
afterAll(async () => {
  await second.stop()
  await api.stop()
})

const brokenInvariants = () =>
  withClient(api.databaseProxy.url, (connection) => readBrokenInvariants(connection))

test('of two tills that return the same item at the same moment, the second is refused, 200 times', async () => {
  const [till] = tills
  const before = await shop.stock()
  for (let time = 0; time < 200; time += 1) {
    const sale = await till?.sell([{ productId: shop.products[0], price: 3, quantity: 1 }])
    if (!sale) throw new Error('There is no till.')
    const answers = await Promise.all(
      tills.map(({ tryReturn }) => tryReturn(sale, [{ line: 0, quantity: 1 }])),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  }
  expect(await shop.stock()).toEqual(before)
  expect(await brokenInvariants()).toEqual([])
}, 120_000)

test('returns, deletions and restorations of one sale at the same moment break no rule @long', async () => {
  const [till] = tills
  if (!till) throw new Error('There is no till.')
  const before = await shop.stock()
  for (let time = 0; time < 25; time += 1) {
    const sale = await till.sell(
      shop.products.map((productId) => ({ productId, price: 7, quantity: 4 })),
      { discount: 1.01 },
    )
    const ids: number[] = []
    for (const line of [0, 1]) ids.push((await till.takeBack(sale, [{ line, quantity: 2 }])).id)
    await till.remove(`/returns/${ids[0]}`)
    const answers = await Promise.all(
      tills.flatMap((one, index) => [
        one.tryReturn(sale, [{ line: index, quantity: 3 }]),
        one.tryReturn(sale, [{ line: 2, quantity: 3 }]),
        one.remove(`/returns/${ids[1]}`),
        one.restore('returns', ...ids),
        one.remove(`/sales/${sale.saleId}`),
        one.restore('sales', sale.saleId),
      ]),
    )
    for (const { status } of answers) expect([200, 201, 204, 404, 409, 422]).toContain(status)
    await till.restore('sales', sale.saleId)
    await till.remove(`/sales/${sale.saleId}`)
    expect(await till.returnsOf(sale.saleId)).toEqual([])
  }
  expect(await shop.stock()).toEqual(before)
  expect(await brokenInvariants()).toEqual([])
}, 120_000)

test('bulk changes of returns and of their sales at the same moment cause no deadlock @long', async () => {
  const [till] = tills
  if (!till) throw new Error('There is no till.')
  const sales = []
  const returned = []
  for (let count = 0; count < 12; count += 1) {
    const sale = await till.sell([
      { productId: shop.products[count % 3] ?? 0, price: 5, quantity: 9 },
    ])
    sales.push(sale.saleId)
    returned.push((await till.takeBack(sale, [{ line: 0, quantity: 2 }])).id)
  }
  const { token } = shop
  const bulk = (path: string, method: string, ids: number[]) =>
    api.call(path, { token, method, body: { ids } })
  const deadlocks = async () => {
    const { rows } = await api.pool.query<{ deadlocks: number }>(
      'select deadlocks::integer from pg_stat_database where datname = current_database()',
    )
    return rows[0]?.deadlocks
  }
  const before = await deadlocks()
  for (let time = 0; time < 20; time += 1) {
    const answers = await Promise.all([
      bulk('/returns/bulk', 'DELETE', returned),
      bulk('/sales/bulk', 'DELETE', sales.slice(time % 6)),
      bulk('/returns/restore', 'POST', returned.toReversed()),
      bulk('/sales/restore', 'POST', sales),
      bulk('/sales/bulk', 'DELETE', sales.slice(0, 6)),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
  }
  expect(await deadlocks()).toBe(before)
  expect(await brokenInvariants()).toEqual([])
}, 120_000)
