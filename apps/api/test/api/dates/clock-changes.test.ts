import { dailyTotals, expenses, profitSummary } from '@stockie/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCalendar, daysAfter, denseInstants } from '#test/support/calendar'
import { createShopClient } from '#test/support/shop-client'
import type { TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { serverZones, shortFormZones, startInZones, storeDays } from './date-fixtures'

const serverZoneAt = (index: number): string => serverZones[index % serverZones.length] ?? 'UTC'

const cases = storeDays.map(([store, days], index) => ({ store, days, index }))

function describeStore({ store, days, index }: (typeof cases)[number]) {
  const dayOf = createCalendar(store)
  let api: TestApi
  let shop: TestShop
  beforeAll(async () => {
    api = await startInZones({
      store,
      server: serverZoneAt(index),
      database: serverZoneAt(index + 2),
    })
    shop = await openTestShop(api)
  })
  afterAll(() => api.stop())

  /** Inserts an expense at each instant: the first of one dollar, the second of two, and so on. */
  async function insertExpensesAt(instants: number[]): Promise<void> {
    await api.pool.query('delete from expenses')
    await api.pool.query(
      `insert into expenses (name, amount, created_at, expense_category_id)
         select 'Rent', position, to_timestamp(at / 1000.0), $2
         from unnest($1::bigint[]) with ordinality as instant (at, position)`,
      [instants, shop.expenseCategoryId],
    )
  }

  async function readExpenseInstants(query: string): Promise<number[]> {
    const rows = expenses.row
      .array()
      .parse(await createShopClient(api, shop).read(`/expenses?${query}`))
    expect(rows.map(({ day }) => day)).toEqual(
      rows.map(({ createdAt }) => dayOf(Date.parse(createdAt))),
    )
    return rows.map(({ createdAt }) => Date.parse(createdAt))
  }

  async function readTotalExpenses(query: string): Promise<number> {
    const body = await createShopClient(api, shop).read(`/reports/profit-summary?${query}`)
    return profitSummary.row.parse(body).totalExpenses
  }

  async function readDailyExpenses(): Promise<[day: string, spent: number][]> {
    const body = await createShopClient(api, shop).read('/reports/daily')
    return dailyTotals.row
      .array()
      .parse(body)
      .map(({ day, totalExpenses }) => [day, totalExpenses])
  }

  test.each(days)(
    "every expense around %s belongs to the one day that the store's clock shows",
    async (day) => {
      const instants = denseInstants(day, dayOf)
      await insertExpensesAt(instants)
      const entries = instants.map((at, position) => ({
        at,
        amount: position + 1,
        day: dayOf(at),
      }))
      const spent = new Map<string, number>()
      for (const { day: date, amount } of entries) spent.set(date, (spent.get(date) ?? 0) + amount)
      expect(await readDailyExpenses()).toEqual([...spent])
      const around = [-2, -1, 0, 1, 2].map((count) => daysAfter(day, count))

      async function expectEntriesFor(
        query: string,
        includesDay: (day: string) => boolean,
      ): Promise<void> {
        const expected = entries.filter((entry) => includesDay(entry.day))
        expect(await readExpenseInstants(query), `query "${query}"`).toEqual(
          expected.map(({ at }) => at).toReversed(),
        )
        expect(await readTotalExpenses(query), `query "${query}"`).toBe(
          expected.reduce((sum, { amount }) => sum + amount, 0),
        )
      }

      for (const only of around) {
        await expectEntriesFor(`startDate=${only}&endDate=${only}`, (date) => date === only)
      }
      const [dayBefore, dayAfter] = [daysAfter(day, -1), daysAfter(day, 1)]
      await expectEntriesFor(`startDate=${day}`, (date) => date >= day)
      await expectEntriesFor(`endDate=${day}`, (date) => date <= day)
      await expectEntriesFor(
        `startDate=${dayBefore}&endDate=${day}`,
        (date) => date >= dayBefore && date <= day,
      )
      await expectEntriesFor(
        `startDate=${day}&endDate=${dayAfter}`,
        (date) => date >= day && date <= dayAfter,
      )
      await expectEntriesFor('', () => true)
    },
  )
}

describe.each(cases.filter(({ store }) => shortFormZones.includes(store)))(
  'expenses of a store in $store',
  (store) => {
    describeStore(store)
  },
)

describe.each(cases.filter(({ store }) => !shortFormZones.includes(store)))(
  'expenses of a store in $store @long',
  (store) => {
    describeStore(store)
  },
)
