import type { ClientBase } from 'pg'
import { expect, test } from 'vitest'

import { seed } from '../seed'
import { findBrokenRules } from '../testing/shop-rules'
import { withMigratedDatabase } from '../testing/migrated-database'

/** Each query is true for a plausible shop on any day. */
const expectations: Record<string, string> = {
  'sixty products in eight categories, sold above cost': `
    select count(*) = 60 and count(distinct category_id) = 8 and bool_and(price > cost)
      from products where deleted_at is null`,
  'some stock is negative, some gone, some low, most of it fine': `
    select count(*) filter (where stock < 0) >= 2 and count(*) filter (where stock = 0) >= 2
       and count(*) filter (where stock between 1 and 9) >= 2
       and count(*) filter (where stock >= 10) >= 25
      from products where deleted_at is null`,
  'every product has an EAN-13 of its own': `
    select bool_and(code ~ '^2[0-9]{12}$') and count(distinct code) = count(*) from products`,
  'a year of sales, the last of them today': `
    select count(*) between 6000 and 9000 and max(sale_date) = :today
       and min(sale_date) between :today - 366 and :today - 360
      from sales`,
  'today fills the default screens': `
    select (select count(*) > 10 from sales where sale_date = :today and deleted_at is null)
       and (select count(*) > 0 from purchases where purchase_date = :today)
       and (select count(*) > 2 from expenses where created_at::date = :today)`,
  'closed on Sundays, busiest on Saturdays': `
    select count(*) filter (where weekday = 7) = 0
       and (array_agg(weekday order by sales desc))[1] = 6
      from (select extract(isodow from sale_date) as weekday, count(*) as sales
              from sales where sale_date < :today group by 1) as weekdays`,
  'most months make a profit': `
    select count(*) filter (where profit > 0) >= 9 and sum(profit) > 0
      from (select date_trunc('month', day) as month, sum(amount) as profit
              from (select sale_date as day, total_amount as amount from sales where turn = 0
                    union all select purchase_date, -total_amount from purchases where turn = 0
                    union all select created_at::date, -amount from expenses) as entries
             group by 1) as months`,
  'entered in opening hours, not after this morning': `
    select bool_and(created_at::time between '07:00' and '19:00') and max(created_at) < :today + time '12:00'
      from (select created_at from sales union all select created_at from expenses
            union all select created_at from stock_movements) as entries`,
  'most customers leave no name': `
    select count(*) filter (where customer_name = 'Walk-in customer') > count(*) / 2 from sales`,
  'some contacts leave no e-mail, phone or address': `
    select (select count(*) between 60 and 100 and count(*) > count(email) and count(*) > count(phone)
                   and count(*) > count(address) from customers where deleted_at is null)
       and (select count(*) between 8 and 12 and count(*) > count(email) from suppliers)`,
  'discounts, shipping, remarks and adjustments, cents among them': `
    select bool_or(discount > 0) and bool_or(shipping_fees > 0) and bool_or(remark is not null)
       and bool_or(total_amount % 1 > 0)
       and (select count(*) > 5 from stock_movements where reason = 'adjustment')
      from sales`,
  'every kind of record has something recently deleted': `
    select exists (select from customers where deleted_at > :today - 30)
       and exists (select from categories where deleted_at > :today - 30)
       and exists (select from expense_categories where deleted_at > :today - 30)
       and exists (select from expenses where deleted_at > :today - 30)
       and exists (select from products where deleted_at > :today - 30)
       and exists (select from sales where deleted_at > :today - 30)
       and exists (select from purchases where deleted_at > :today - 30)`,
}

async function findFailedExpectations(client: ClientBase, today: string): Promise<string[]> {
  const failed: string[] = []
  for (const [expectation, query] of Object.entries(expectations)) {
    const text = query.replaceAll(':today', `date '${today}'`)
    const { rows } = await client.query<[boolean | null]>({ text, rowMode: 'array' })
    if (rows[0]?.[0] !== true) failed.push(expectation)
  }
  return failed
}
async function expectPlausibleDemo(today: string): Promise<void> {
  await withMigratedDatabase(async (client) => {
    await client.query(`set timezone = 'America/New_York'`)
    await seed(client, { profile: 'demo', today, timeZone: 'America/New_York' })
    expect(await findBrokenRules(client)).toEqual({})
    expect(await findFailedExpectations(client, today)).toEqual([])
  })
}

// A leap day.
test.each(['2024-02-29'])('the demo shop is plausible on %s', expectPlausibleDemo)

// Holidays, a Sunday and the 1st of a month, high summer, the week before Christmas.
test.each(['2026-01-01', '2026-03-01', '2026-07-20', '2026-11-21', '2026-12-24'])(
  'the demo shop is plausible on %s @long',
  expectPlausibleDemo,
)
async function expectNoFutureRecord(minutesToday: number): Promise<void> {
  await withMigratedDatabase(async (client) => {
    const today = '2026-11-21'
    await client.query(`set timezone = 'America/New_York'`)
    const options = {
      profile: 'demo',
      today,
      minutesToday,
      timeZone: 'America/New_York',
    } as const
    await seed(client, options)
    const { rows } = await client.query<{ late: number }>(
      `select count(*)::int as late from (
           select greatest(created_at, deleted_at) as at from sales
           union all select greatest(created_at, deleted_at) from purchases
           union all select greatest(created_at, deleted_at) from expenses
           union all select greatest(created_at, deleted_at) from customers
           union all select created_at from stock_movements
         ) as events where at > $1::timestamp + $2 * interval '1 minute'`,
      [today, minutesToday],
    )
    expect(rows).toEqual([{ late: 0 }])
    expect(await findBrokenRules(client)).toEqual({})
  })
}

test.each([0])(
  'no record of the demo is in the future %i minutes after midnight',
  expectNoFutureRecord,
)

test.each([9 * 60])(
  'no record of the demo is in the future %i minutes after midnight @long',
  expectNoFutureRecord,
)
