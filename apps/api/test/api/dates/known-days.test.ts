import { profitSummary } from '@stockie/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCalendar, daysAfter, denseInstants } from '#test/support/calendar'
import { withClient } from '#test/support/database/database-server'
import { createShopClient } from '#test/support/shop-client'
import type { TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { shortFormZones, startInZones, storeDays } from './date-fixtures'

const today = new Date().toISOString().slice(0, 10)

const cases = storeDays.map(([store, days]) => ({ store, days }))

function describeStore({ store, days }: (typeof cases)[number]) {
  const dayOf = createCalendar(store)
  let api: TestApi
  let shop: TestShop
  beforeAll(async () => {
    api = await startInZones({ store, server: 'Asia/Kolkata', database: 'America/Los_Angeles' })
    shop = await openTestShop(api)
  })
  afterAll(() => api.stop())

  /** Moves the entries of the journal to these instants: an expense of one dollar, of two, and so on. */
  async function enterAt(instants: number[]): Promise<void> {
    await withClient(api.databaseProxy.url, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query('delete from journal; delete from expenses')
      await client.query(
        `with entered as (
             insert into expenses (name, amount, created_at, expense_category_id)
             select 'Rent', position, '2020-05-05', $2
             from unnest($1::bigint[]) with ordinality as instant (at, position)
             returning id, amount
           )
           insert into journal (at, expense_at, document_id, sign, source, action, amount)
           select to_timestamp(($1::bigint[])[amount] / 1000.0), '2020-05-05', id, 1, 'expenses', 'recorded', amount
           from entered`,
        [instants, shop.expenseCategoryId],
      )
    })
  }

  test.each(days.filter((day) => daysAfter(day, 2) < today))(
    "everything that was entered until %s ended by the store's clock is known",
    async (day) => {
      const instants = denseInstants(day, dayOf)
      await enterAt(instants)
      const { read } = createShopClient(api, shop)
      for (const known of [-1, 0, 1].map((count) => daysAfter(day, count))) {
        const due = instants.reduce(
          (sum, at, index) => (dayOf(at) <= known ? sum + index + 1 : sum),
          0,
        )
        const body = await read(`/reports/profit-summary?asOf=${known}`)
        expect({ known, spent: profitSummary.row.parse(body).totalExpenses }).toEqual({
          known,
          spent: due,
        })
      }
    },
  )
}

describe.each(cases.filter(({ store }) => shortFormZones.includes(store)))(
  'reports of a store in $store as of a day',
  (store) => {
    describeStore(store)
  },
)

describe.each(cases.filter(({ store }) => !shortFormZones.includes(store)))(
  'reports of a store in $store as of a day @long',
  (store) => {
    describeStore(store)
  },
)
