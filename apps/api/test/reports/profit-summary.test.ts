import { expect, onTestFinished, test } from 'vitest'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { markDeleted, openTestShop } from '#test/support/test-shop'

/** Opens a shop for each test, because the report covers the whole shop. */
async function openShop(timeZone?: string) {
  const api = await startTestApi(timeZone === undefined ? {} : { timeZone })
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  return { api, shop, ...createShopClient(api, shop) }
}

const summary = '/reports/profit-summary'

test('the profit summary of an empty shop is zero', async () => {
  const { read } = await openShop()
  expect(await read(summary)).toEqual({
    totalSales: 0,
    totalPurchases: 0,
    totalExpenses: 0,
    profit: 0,
  })
})

// @holds spec 3.14, 7.37, decision 14.2
test('profit is the sales minus the purchases and the expenses, exact to the cent', async () => {
  const { shop, read, sell, buy, spend } = await openShop()
  const [tea, rice] = shop.products
  const day = '2026-11-21'
  await sell(day, [{ productId: tea, quantity: 2 }, { productId: rice }], {
    discount: 0.1,
    shippingFees: 0.2,
    totalAmount: 9.1,
  })
  // A discount beyond the subtotal makes the total zero, never negative.
  await sell(day, [{ productId: tea }], { discount: 50, shippingFees: 4.95, totalAmount: 0 })
  await sell(day, [{ productId: tea }], { discount: 2.8, totalAmount: 0.2 })
  await buy(day, [{ productId: rice, price: 4, quantity: 10 }])
  await spend(15, `${day}T12:00:00Z`)
  expect(await read(summary)).toEqual({
    totalSales: 9.3,
    totalPurchases: 40,
    totalExpenses: 15,
    profit: -45.7,
  })
})

// @holds decision 9.1
test('deleted records do not count in the profit summary until they are restored', async () => {
  const { api, shop, read, sell, buy, spend, remove, restore } = await openShop()
  const [tea] = shop.products
  const day = '2026-11-21'
  const sale = await sell(day, [{ productId: tea, quantity: 3 }])
  const purchase = await buy(day, [{ productId: tea, price: 2 }])
  const expense = await spend(4, `${day}T12:00:00Z`)
  const full = { totalSales: 9, totalPurchases: 2, totalExpenses: 4, profit: 3 }
  expect(await read(summary)).toEqual(full)

  await remove(`/sales/${sale}`)
  expect(await read(summary)).toEqual({ ...full, totalSales: 0, profit: -6 })
  await remove(`/purchases/${purchase}`)
  await api.pool.query(markDeleted('expenses', expense, shop.user.id))
  expect(await read(summary)).toMatchObject({ totalPurchases: 0, totalExpenses: 0, profit: 0 })

  await restore('sales', [sale])
  await restore('purchases', [purchase])
  await api.pool.query(
    `update expenses set deleted_at = null, deleted_by_id = null, deletion_batch = null`,
  )
  expect(await read(summary)).toEqual(full)
})

// @holds spec 7.37
test('a range of the profit summary includes both ends, a missing end is open, and leap days count', async () => {
  const { shop, read, sell, buy, spend } = await openShop()
  const [tea] = shop.products
  const days = ['0001-01-01', '2024-02-28', '2024-02-29', '2024-03-01', '9999-12-31']
  for (const [index, day] of days.entries()) {
    // 1, 10, 100, 1,000 and 10,000: every sum shows which days it includes.
    await sell(day, [{ productId: tea, price: 10 ** index }])
    await buy(day, [{ productId: tea, price: 2 * 10 ** index }])
    await spend(3 * 10 ** index, `${day}T23:59:59.999Z`)
  }
  const readSums = async (query: string) => Object.values(Object(await read(`${summary}?${query}`)))
  const summaryOf = (sum: number) => [sum, 2 * sum, 3 * sum, -4 * sum]
  expect(await readSums('')).toEqual(summaryOf(11_111))
  expect(await readSums('startDate=2024-02-28')).toEqual(summaryOf(11_110))
  expect(await readSums('endDate=2024-02-29')).toEqual(summaryOf(111))
  expect(await readSums('startDate=2024-02-29&endDate=2024-02-29')).toEqual(summaryOf(100))
  expect(await readSums('startDate=2024-02-28&endDate=2024-03-01')).toEqual(summaryOf(1110))
  expect(await readSums('startDate=2024-02-01&endDate=2024-02-28')).toEqual(summaryOf(10))
  expect(await readSums('startDate=9999-12-31&endDate=9999-12-31')).toEqual(summaryOf(10_000))
  expect(await readSums('startDate=0001-01-01&endDate=0001-01-01')).toEqual(summaryOf(1))
  expect(await readSums('startDate=2025-01-01&endDate=2025-12-31')).toEqual(
    summaryOf(0).map(Math.abs),
  )
})

// In Havana and Amman the first hour of these days occurs twice; in Beirut 29 March begins at 1:00;
// on Lord Howe summer time is half an hour.
test.each([
  ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00Z', '2026-11-21T18:30:00Z'],
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00Z', '2026-01-01T10:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', '2026-04-05T13:30:00Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z'],
  ['Asia/Amman', '2021-10-29', '2021-10-28T21:00:00Z', '2021-10-29T22:00:00Z'],
])(
  "an expense in %s belongs to the day that the store's clock shows: %s @long",
  async (zone, day, begins, ends) => {
    const { api, read, spend } = await openShop(zone)
    const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()
    const spent = [
      [1, before(begins)],
      [10, begins],
      [100, before(ends)],
      [1000, ends],
    ] as const
    for (const [amount, at] of spent) await spend(amount, at)
    expect(await read(`${summary}?startDate=${day}&endDate=${day}`)).toMatchObject({
      totalExpenses: 110,
    })
    expect(await read(`${summary}?startDate=${day}`)).toMatchObject({ totalExpenses: 1110 })
    expect(await read(`${summary}?endDate=${day}`)).toMatchObject({ totalExpenses: 111 })
    // The definition, applied to each row.
    const { rows } = await api.pool.query(
      'select sum(amount) from expenses where (created_at at time zone $1)::date = $2',
      [zone, day],
    )
    expect(rows).toEqual([{ sum: 110 }])
  },
)

test('the sums of the profit summary are exact to the cent up to what JavaScript can represent', async () => {
  const { shop, get, sell } = await openShop()
  const [tea] = shop.products
  await sell('2026-11-20', [{ productId: tea, price: 1_000_000_000, quantity: 70_000 }])
  await sell(
    '2026-11-21',
    [
      { productId: tea, price: 1_000_000_000, quantity: 20_071 },
      { productId: tea, price: 992_547_409 },
    ],
    { shippingFees: 0.92, totalAmount: 20_071_992_547_409.92 },
  )
  const { text, body } = await get(summary)
  expect(text).toContain('"totalSales":90071992547409.92,')
  expect(body).toMatchObject({ totalSales: 90_071_992_547_409.92 })
})

test('the profit summary rejects an invalid date range', async () => {
  const { get } = await openShop()
  for (const query of [
    'startDate=2026-02-29',
    'endDate=2026-11-31',
    'startDate=',
    'startDate=20261101',
    'startDate=2026-11-22&endDate=2026-11-21',
    'startDate=2026-11-01&startDate=2026-11-02',
    "endDate=2026-11-01'--",
  ]) {
    const { status, headers } = await get(`${summary}?${query}`)
    expect({ query, status }).toEqual({ query, status: 400 })
    expect(headers.get('content-type')).toContain('application/problem+json')
  }
})

test('the profit summary is answered 304 until a record in its range changes', async () => {
  const { shop, get, sell, spend } = await openShop()
  const [tea] = shop.products
  const november = `${summary}?startDate=2026-11-01&endDate=2026-11-30`
  await sell('2026-11-21', [{ productId: tea }])
  const first = await get(november)
  const known = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await get(november, known)).status).toBe(304)

  await sell('2026-12-01', [{ productId: tea }])
  expect((await get(november, known)).status).toBe(304)

  await sell('2026-11-30', [{ productId: tea }])
  const second = await get(november, known)
  expect(second.body).toMatchObject({ totalSales: 6 })
  expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'))

  const since = { 'if-none-match': second.headers.get('etag') ?? '' }
  await spend(5, '2020-01-01T00:00:00Z')
  expect((await get(november, since)).status).toBe(304)
  await spend(5, '2026-11-30T12:00:00Z')
  expect((await get(november, since)).body).toMatchObject({ totalExpenses: 5 })
})

test('the profit summary is only for roles 1 to 3', async () => {
  const { api, statusesFor } = await openShop()
  expect((await api.call(summary)).status).toBe(401)
  expect(await statusesFor(summary, [2, 3, 4])).toEqual([200, 200, 403])
})
