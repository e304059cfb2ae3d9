import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReturnClient } from '#test/support/return-client'
import { createUser } from '#test/support/test-users'
import { day, timeZone, today, openDayShop } from './day-shop'
import { recomputeDay } from './recomputed-day'

const { api, shop, calls, returning, readDay, store } = openDayShop()

test('a day without sales has figures of 0 and no rows', async () => {
  expect(await readDay()).toEqual({
    date: day,
    today,
    figures: {
      sales: 0,
      lineTotals: 0,
      discounts: 0,
      shippingFees: 0,
      raisedToZero: 0,
      returns: 0,
      returnedLineTotals: 0,
      refunds: 0,
      shippingRefunds: 0,
      grossSales: 0,
      totalSales: 0,
      deletedSales: { count: 0, totalAmount: 0, rows: [] },
      deletedReturns: { count: 0, totalAmount: 0, rows: [] },
      byPerson: [],
      byHour: [],
    },
    sheetCount: 0,
    sheets: [],
  })
})

test('a sale counts on its saleDate, and in the hour in which it was recorded by the clock of the store', async () => {
  const [tea] = shop().products
  const [first, second, other] = await Promise.all(
    [1, 2, 3].map((quantity) => calls().sell(day, [{ productId: tea, quantity }])),
  )
  const recordAt = (id: number | undefined, at: string) =>
    api().pool.query('update sales set created_at = $1 where id = $2', [at, id])
  // Adelaide is 10.5 hours ahead of UTC: 23:59 of this day, 00:00 of the next, and 00:00 of this day.
  await recordAt(first, '2026-11-02T13:29:59.999Z')
  await recordAt(second, '2026-11-02T13:30:00Z')
  await recordAt(other, '2026-11-01T13:30:00Z')
  const { figures } = await readDay()
  expect(figures).toMatchObject({ sales: 3, totalSales: 18 })
  expect(figures.byHour).toEqual([
    { hour: 0, sales: 1, grossSales: 9 },
    { hour: 23, sales: 1, grossSales: 3 },
    { hour: null, sales: 1, grossSales: 6 },
  ])
})

const cents = fc.integer({ min: 0, max: 4000 })
const story = fc.array(
  fc.record({
    lines: fc.array(fc.record({ product: fc.nat(2), quantity: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    discount: cents,
    shipping: cents,
    user: fc.nat(2),
    date: fc.constantFrom(day, day, day, '2026-11-01', '2026-11-03'),
    minutes: fc.integer({ min: -2000, max: 3500 }),
    next: fc.constantFrom('keep', 'keep', 'delete', 'return'),
    returnDate: fc.constantFrom(day, day, '2026-11-03'),
    later: fc.constantFrom('keep', 'delete the return', 'delete the sale'),
  }),
  { minLength: 1, maxLength: 25 },
)
const seed = Number(process.env['STOCKIE_DAY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test(`the figures of a random day are those of its rows (STOCKIE_DAY_SEED=${seed}) @long`, async () => {
  const users = [shop().user, await createUser(api().pool, 3), await createUser(api().pool, 2)]
  const tokens = users.map(({ id }) => api().tokens.sign({ userId: id, version: 0 }))
  for (const one of fc.sample(story, { seed, numRuns: 3 }).flat()) {
    const acting = createReturnClient(api(), { ...shop(), token: tokens[one.user] ?? '' })
    const lines = one.lines.map(({ product, quantity }) => ({
      productId: shop().products[product] ?? 0,
      price: 3 + product,
      quantity,
    }))
    const sale = await acting.sell(lines, {
      discount: one.discount / 100,
      shippingFees: one.shipping / 100,
    })
    await api().pool.query('update sales set sale_date = $1, created_at = $2 where id = $3', [
      one.date,
      new Date(Date.parse('2026-11-02T00:00:00Z') + one.minutes * 60_000),
      sale.saleId,
    ])
    if (one.next === 'delete') await acting.remove(`/sales/${sale.saleId}`)
    if (one.next !== 'return') continue
    const { returnDate } = one
    const { id } = await acting.takeBack(sale, [{ line: 0, quantity: 1 }], { returnDate })
    if (one.later === 'delete the return') await acting.remove(`/returns/${id}`)
    if (one.later === 'delete the sale') await acting.remove(`/sales/${sale.saleId}`)
  }
  const { figures } = await readDay()
  expect(figures).toEqual(await recomputeDay(api().pool, day, timeZone))
  const range = `startDate=${day}&endDate=${day}`
  const summary = await calls().read(`/reports/profit-summary?${range}`)
  expect(summary).toMatchObject({ totalSales: figures.totalSales })
  const breakdown = Object(await calls().read(`/reports/sales-breakdown?${range}`))
  expect(figures).toMatchObject(breakdown)
})

test.each(['deletedSales', 'deletedReturns'] as const)(
  'the list of %s has the 100 that were deleted last, and counts all @long',
  async (list) => {
    const isSales = list === 'deletedSales'
    const [tea] = shop().products
    for (let number = 0; number < 101; number += 1) {
      const sale = await returning().sell([{ productId: tea, price: 3, quantity: 1 }])
      if (!isSales)
        await returning().takeBack(sale, [{ line: 0, quantity: 1 }], { returnDate: day })
    }
    await api().pool.query(
      `update ${isSales ? 'sales' : 'returns'} set deleted_at = now() + make_interval(secs => id),
         deleted_by_id = $1, deletion_batch = gen_random_uuid(), turn = 1`,
      [shop().user.id],
    )
    const { [list]: deleted } = (await readDay()).figures
    expect(deleted).toMatchObject({ count: 101, totalAmount: 303 })
    expect(deleted.rows).toHaveLength(100)
    const ids = deleted.rows.map((row) => ('returnId' in row ? row.returnId : row.saleId))
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    expect(deleted.rows[0]).toMatchObject({
      customerName: 'Ada Fashola',
      totalAmount: 3,
      deletedByName: shop().user.name,
    })
  },
)

test('a deleted return is listed on its own day with who deleted it, also if it went with its sale', async () => {
  const sam = await createUser(api().pool, 3)
  const token = api().tokens.sign({ userId: sam.id, version: 0 })
  const lines = [{ productId: shop().products[0], price: 3, quantity: 3 }]
  const sale = await returning().sell(lines, { shippingFees: 5 })
  const take = (shippingRefund: number) =>
    returning().takeBack(sale, [{ line: 0, quantity: 1 }], {
      returnDate: '2026-11-04',
      shippingRefund,
    })
  const first = await take(5)
  const second = await take(0)
  const third = await take(0)
  await createReturnClient(api(), { ...shop(), token }).remove(`/returns/${first.id}`)
  await returning().remove(`/sales/${sale.saleId}`)
  const row = {
    saleId: sale.saleId,
    customerName: sale.customerName,
    deletedAt: expect.any(String),
  }
  expect((await readDay('2026-11-04')).figures).toMatchObject({
    returns: 0,
    deletedSales: { count: 0 },
    deletedReturns: {
      count: 3,
      totalAmount: 14,
      rows: [
        { ...row, returnId: third.id, totalAmount: 3, deletedByName: shop().user.name },
        { ...row, returnId: second.id, totalAmount: 3, deletedByName: shop().user.name },
        { ...row, returnId: first.id, totalAmount: 8, deletedByName: sam.name },
      ],
    },
  })
  expect((await readDay(day)).figures.deletedReturns.count).toBe(0)
  await returning().restore('sales', sale.saleId)
  const { rows } = (await readDay('2026-11-04')).figures.deletedReturns
  expect(rows.map(({ returnId }) => returnId)).toEqual([first.id])
})

test('the refunds of a day without sales make the expected cash less than the float', async () => {
  const sale = await returning().sell([{ productId: shop().products[0], price: 3, quantity: 2 }])
  await returning().takeBack(sale, [{ line: 0, quantity: 2 }], { returnDate: '2026-11-04' })
  const counted = { sum: 0 }
  const changes = { date: '2026-11-04', openingFloat: 0, paidOtherwise: 0, takenOut: [], counted }
  const stored = await store(changes)
  expect(stored).toMatchObject({ expectedCash: -6, difference: 6, figures: { totalSales: -6 } })
})

test('a query without a day is a 400', async () => {
  for (const query of ['', '?date=', '?date=2026-02-30', '?date=2026-11-02&date=2026-11-03']) {
    expect((await calls().get(`/day-sheets${query}`)).status).toBe(400)
  }
})

test('the ETag changes with a sale, a return, their deletions and a count of the day, and not with another day', async () => {
  const poll = calls().poll(`/day-sheets?date=${day}`)
  expect([await poll(), await poll()]).toEqual([200, 304])
  const sale = await returning().sell([{ productId: shop().products[0], price: 3, quantity: 2 }])
  expect([await poll(), await poll()]).toEqual([200, 304])
  const { id } = await returning().takeBack(sale, [{ line: 0, quantity: 1 }], { returnDate: day })
  expect([await poll(), await poll()]).toEqual([200, 304])
  await returning().remove(`/returns/${id}`)
  expect([await poll(), await poll()]).toEqual([200, 304])
  await calls().remove(`/sales/${sale.saleId}`)
  expect([await poll(), await poll()]).toEqual([200, 304])
  await store()
  expect([await poll(), await poll()]).toEqual([200, 304])
  await calls().sell('2026-10-02', [{ productId: shop().products[0] }])
  expect(await poll()).toBe(304)
})
