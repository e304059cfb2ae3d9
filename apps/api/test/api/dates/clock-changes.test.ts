import { dailyTotals, expenses, profitSummary } from '@stockie/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCalendar, daysAfter, denseInstants } from '#test/support/calendar'
import { createShopClient } from '#test/support/shop-client'
import type { TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { serverZones, startInZones, storeDays } from './date-fixtures'

const zone = (index: number): string => serverZones[index % serverZones.length] ?? 'UTC'

describe.each(storeDays.map(([store, days], index) => ({ store, days, index })))(
  'DECISIONS 12, in a store in $store',
  ({ store, days, index }) => {
    const dayOf = createCalendar(store)
    let api: TestApi
    let shop: TestShop
    beforeAll(async () => {
      api = await startInZones({ store, server: zone(index), database: zone(index + 2) })
      shop = await openTestShop(api)
    })
    afterAll(() => api.stop())

    /** Enters an expense at every instant, the first of one dollar, the second of two. */
    async function spendAt(instants: number[]): Promise<void> {
      await api.pool.query('delete from expenses')
      await api.pool.query(
        `insert into expenses (name, amount, created_at, expense_category_id)
         select 'Rent', position, to_timestamp(at / 1000.0), $2
         from unnest($1::bigint[]) with ordinality as instant (at, position)`,
        [instants, shop.expenseCategoryId],
      )
    }

    async function instantsIn(query: string): Promise<number[]> {
      const rows = expenses.row
        .array()
        .parse(await createShopClient(api, shop).read(`/expenses?${query}`))
      expect(rows.map(({ day }) => day)).toEqual(
        rows.map(({ createdAt }) => dayOf(Date.parse(createdAt))),
      )
      return rows.map(({ createdAt }) => Date.parse(createdAt))
    }

    async function spentIn(query: string): Promise<number> {
      const body = await createShopClient(api, shop).read(`/reports/profit-summary?${query}`)
      return profitSummary.row.parse(body).totalExpenses
    }

    async function daysSpentOn(): Promise<[day: string, spent: number][]> {
      const body = await createShopClient(api, shop).read('/reports/daily')
      return dailyTotals.row
        .array()
        .parse(body)
        .map(({ day, totalExpenses }) => [day, totalExpenses])
    }

    test.each(days)(
      'every expense around %s is in the one day that its clock shows',
      async (day) => {
        const instants = denseInstants(day, dayOf)
        await spendAt(instants)
        const entries = instants.map((at, position) => ({
          at,
          amount: position + 1,
          day: dayOf(at),
        }))
        const spent = new Map<string, number>()
        for (const its of entries) spent.set(its.day, (spent.get(its.day) ?? 0) + its.amount)
        expect(await daysSpentOn()).toEqual([...spent])
        const around = [-2, -1, 0, 1, 2].map((count) => daysAfter(day, count))

        async function expectWhere(
          query: string,
          isAsked: (day: string) => boolean,
        ): Promise<void> {
          const asked = entries.filter((entry) => isAsked(entry.day))
          expect(await instantsIn(query), `of ${query}`).toEqual(
            asked.map(({ at }) => at).toReversed(),
          )
          expect(await spentIn(query), `of ${query}`).toBe(
            asked.reduce((sum, { amount }) => sum + amount, 0),
          )
        }

        for (const one of around) {
          await expectWhere(`startDate=${one}&endDate=${one}`, (its) => its === one)
        }
        const [dayBefore, dayAfter] = [daysAfter(day, -1), daysAfter(day, 1)]
        await expectWhere(`startDate=${day}`, (its) => its >= day)
        await expectWhere(`endDate=${day}`, (its) => its <= day)
        await expectWhere(
          `startDate=${dayBefore}&endDate=${day}`,
          (its) => its >= dayBefore && its <= day,
        )
        await expectWhere(
          `startDate=${day}&endDate=${dayAfter}`,
          (its) => its >= day && its <= dayAfter,
        )
        await expectWhere('', () => true)
      },
    )
  },
)
