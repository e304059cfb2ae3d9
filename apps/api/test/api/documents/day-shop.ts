import { daySheets, type DaySheetInput, type StoredDaySheet } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { cashCountBody } from '#test/support/writes/day-sheet-write-cases'
import { withClient } from '#test/support/database/database-server'
import { createReturnClient } from '#test/support/return-client'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

/** Half an hour off, and a day ahead of UTC in the evening. */
export const timeZone = 'Australia/Adelaide'
export const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
export const day = '2026-11-02'

/** A shop whose documents and counts are those of one test. Call it at the top of a test file. */
export function openDayShop() {
  let api: TestApi
  let shop: TestShop
  beforeAll(async () => {
    api = await startTestApi({ timeZone })
  })
  afterAll(() => api.stop())
  beforeEach(async () => {
    await withClient(api.databaseProxy.url, (client) =>
      client.query(`set session_replication_role = replica;
        truncate returns, return_lines, sales, sale_lines, day_sheets, idempotency_records, changes, product_months,
          stock_movements, activities`),
    )
    shop = await openTestShop(api)
  })

  const calls = () => createShopClient(api, shop)
  const count = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    api.call('/day-sheets', {
      token: shop.token,
      body: cashCountBody({ date: day, ...changes }),
      headers,
    })

  return {
    api: () => api,
    shop: () => shop,
    calls,
    returning: () => createReturnClient(api, shop),
    readDay: async (date = day) =>
      daySheets.row.strict().parse(await calls().read(`/day-sheets?date=${date}`)),
    count,
    store: async (changes: Partial<DaySheetInput> = {}): Promise<StoredDaySheet> => {
      const answer = await count(changes)
      if (answer.status !== 201) throw new Error(answer.text)
      return daySheets.stored.strict().parse(answer.body)
    },
    countRows: async () => {
      const { rows } = await api.pool.query<{ count: number }>(
        `select (select count(*) from day_sheets) + (select count(*) from idempotency_records) as count`,
      )
      return Number(rows[0]?.count)
    },
  }
}
