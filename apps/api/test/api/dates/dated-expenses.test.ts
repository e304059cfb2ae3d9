import { dailyTotals, type Expense, expenses, profitSummary } from '@stockie/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCalendar, daysAfter } from '#test/support/calendar'
import type { Answer, TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { serverZones, startInZones } from './date-fixtures'

/** A zone, days around its clock changes and far from today, and days that it does not have. */
const stores: { zone: string; days: string[]; skipped?: string[] }[] = [
  { zone: 'Pacific/Kiritimati', days: ['2024-02-29', '2026-12-31'], skipped: ['1994-12-31'] },
  { zone: 'Pacific/Honolulu', days: ['2026-01-01', '9999-12-31'] },
  { zone: 'Pacific/Apia', days: ['2011-12-29', '2011-12-31'], skipped: ['2011-12-30'] },
  { zone: 'America/Havana', days: ['2026-03-08', '2026-11-01'] },
  { zone: 'Australia/Lord_Howe', days: ['2026-04-05', '2026-10-04'] },
  { zone: 'Etc/GMT+12', days: ['0001-01-01', '0099-07-01'], skipped: ['9999-12-31'] },
  { zone: 'Asia/Kolkata', days: ['0001-01-01', '2023-03-01'] },
]

describe.each(stores.map((store, index) => ({ ...store, index })))(
  'dated expenses of a store in $zone',
  ({ zone, days, skipped = [], index }) => {
    const dayOf = createCalendar(zone)
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' })
    let api: TestApi
    let shop: TestShop
    beforeAll(async () => {
      const [server = 'UTC', database = 'UTC'] = [
        serverZones[index % 4],
        serverZones[(index + 2) % 4],
      ]
      api = await startInZones({ store: zone, server, database })
      shop = await openTestShop(api)
    })
    afterAll(() => api.stop())

    const bodyWith = (changes: object) => ({
      name: 'Rent',
      amount: 7,
      expenseCategoryId: shop.expenseCategoryId,
      ...changes,
    })
    const post = (changes: object, headers = {}) =>
      api.call('/expenses', { token: shop.token, body: bodyWith(changes), headers })
    const put = (id: number, changes: object) =>
      api.call(`/expenses/${id}`, { token: shop.token, method: 'PUT', body: bodyWith(changes) })
    const enter = async (changes: object) => expenses.row.parse((await post(changes)).body)

    const onDay = (day: string) => `startDate=${day}&endDate=${day}`
    const read = (path: string, etag = '') =>
      api.call(path, { token: shop.token, ...(etag && { headers: { 'if-none-match': etag } }) })
    const listOf = async (day: string) =>
      expenses.row.array().parse((await read(`/expenses?${onDay(day)}`)).body)
    const spentOn = async (day: string) => {
      const { body } = await read(`/reports/profit-summary?${onDay(day)}`)
      return profitSummary.row.parse(body).totalExpenses
    }

    function expectNoonOf(day: string, { createdAt, day: answered }: Expense) {
      expect(answered).toBe(day)
      // Old offsets have seconds, and the platform's calendar lacks some of them.
      if (day < '1900') return
      expect([dayOf(Date.parse(createdAt)), clock.format(Date.parse(createdAt))]).toEqual([
        day,
        '12:00:00',
      ])
    }

    function expectRefusal(answer: Answer, message: string) {
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'date', message }] } })
    }

    test('a new expense with a date is listed and counted on that day, at its noon', async () => {
      for (const day of days) {
        const before = Date.now()
        const row = await enter({ date: day })
        expectNoonOf(day, row)
        expect(Date.parse(row.enteredAt)).toBeGreaterThanOrEqual(before)
        expect(Date.parse(row.enteredAt)).toBeLessThanOrEqual(Date.now())
        expect(await listOf(day)).toEqual([row])
        expect(await spentOn(day)).toBe(7)
      }
    })

    test('a new expense without a date is created at the moment of its entry', async () => {
      const { createdAt, enteredAt, day } = await enter({})
      expect(enteredAt).toBe(createdAt)
      expect(day).toBe(dayOf(Date.parse(createdAt)))
    })

    test('an update with another date moves an expense in all lists and reports @long', async () => {
      const { id, day: from, enteredAt } = await enter({ amount: 30 })
      const to = daysAfter(from, -40)
      const etags = new Map<string, string>()
      const paths = [from, to].flatMap((day) => [
        `/expenses?${onDay(day)}`,
        `/reports/profit-summary?${onDay(day)}`,
        `/reports/daily?${onDay(day)}`,
      ])
      for (const path of paths) etags.set(path, (await read(path)).headers.get('etag') ?? '')
      const [left, had] = [await spentOn(from), await spentOn(to)]

      const moved = expenses.row.parse((await put(id, { amount: 30, date: to })).body)
      expectNoonOf(to, moved)
      expect(moved.enteredAt).toBe(enteredAt)
      for (const path of paths) {
        const { status } = await read(path, etags.get(path))
        expect(status, `GET ${path}`).toBe(200)
      }
      expect(await listOf(to)).toEqual([moved])
      expect((await listOf(from)).map((row) => row.id)).not.toContain(id)
      expect([await spentOn(from), await spentOn(to)]).toEqual([left - 30, had + 30])
      const daily = (await read(`/reports/daily?${onDay(to)}`)).body
      expect(dailyTotals.row.array().parse(daily)).toMatchObject([{ day: to, totalExpenses: 30 }])
    })

    test('an update without a date, or with the same one, keeps the time of an expense', async () => {
      const row = await enter({})
      for (const changes of [{}, { date: row.day }]) {
        const answer = await put(row.id, { name: 'Rates', ...changes })
        expect(answer).toMatchObject({ status: 200, body: { ...row, name: 'Rates', version: 2 } })
      }
    })

    test.each(skipped)('the date %s, which the zone does not have, is refused', async (date) => {
      const message = "Date does not exist in the store's time zone"
      const row = await enter({})
      expectRefusal(await post({ date }), message)
      expectRefusal(await put(row.id, { date }), message)
      expect(await listOf(row.day)).toContainEqual(row)
    })
  },
)

describe('dates of expenses', () => {
  let api: TestApi
  let shop: TestShop
  beforeAll(async () => {
    api = await startInZones({ store: 'UTC', server: 'Asia/Kolkata', database: 'UTC' })
    shop = await openTestShop(api)
  })
  afterAll(() => api.stop())

  const send = (changes: object, key: string) =>
    api.call('/expenses', {
      token: shop.token,
      headers: { 'Idempotency-Key': key },
      body: { name: 'Rent', amount: 7, expenseCategoryId: shop.expenseCategoryId, ...changes },
    })

  // @holds decision 15.3
  test('a retry with the same date repeats the answer, and one with another date is refused', async () => {
    const first = await send({ date: '2026-02-28' }, 'dated')
    const again = await send({ date: '2026-02-28' }, 'dated')
    expect([again.status, again.text]).toEqual([201, first.text])
    expect((await send({ date: '2026-03-01' }, 'dated')).status).toBe(409)
    expect((await send({}, 'dated')).status).toBe(409)
  })

  test('a restored expense keeps its chosen day and its moment of entry', async () => {
    const row = expenses.row.parse((await send({ date: '2025-05-05' }, 'restored')).body)
    await api.call(`/expenses/${row.id}`, { token: shop.token, method: 'DELETE' })
    await api.call('/expenses/restore', { token: shop.token, body: { ids: [row.id] } })
    const { body } = await api.call('/expenses?startDate=2025-05-05&endDate=2025-05-05', {
      token: shop.token,
    })
    expect(body).toEqual([row])
  })
})
