import { expect, test } from 'vitest'

import { addDays } from '../days'
import { seed } from '../seed'
import { readFigures, readLastMoment, readLists } from '../testing/seeded-contents'
import { findBrokenRules } from '../testing/shop-rules'
import { withMigratedDatabase } from '../testing/migrated-database'
import { describeE2eShop } from './e2e-description'
import { e2eFigures } from './e2e-figures'

async function expectFigures(_day: string, today: string, timeZone: string): Promise<void> {
  await withMigratedDatabase(async (client) => {
    await seed(client, { profile: 'e2e', today, timeZone })
    expect(await findBrokenRules(client)).toEqual({})
    const figures = e2eFigures(today)
    const read = (from: string, to: string) => readFigures(client, from, to, timeZone)
    const year = today.slice(0, 4)
    const lastYear = String(Number(year) - 1)
    const lastOfLastMonth = addDays(`${today.slice(0, 7)}-01`, -1)
    expect(await readLists(client)).toEqual({ counts: figures.counts, stock: figures.stock })
    expect(await read(today, today)).toEqual(figures.today)
    expect(await read(addDays(today, -1), addDays(today, -1))).toEqual(figures.yesterday)
    expect(await read(`${today.slice(0, 7)}-01`, today)).toEqual(figures.thisMonth)
    expect(await read(`${lastOfLastMonth.slice(0, 7)}-01`, lastOfLastMonth)).toEqual(
      figures.lastMonth,
    )
    expect(await read(`${year}-01-01`, today)).toEqual(figures.thisYear)
    expect(await read(`${lastYear}-01-01`, `${lastYear}-12-31`)).toEqual(figures.lastYear)
    expect(await read(addDays(today, -6), today)).toEqual(
      figures.between(addDays(today, -6), today),
    )
  })
}

test.each([
  ['the 1st of a month', '2024-03-01', 'Asia/Kolkata'],
  ['the first day of a year', '2026-01-01', 'Pacific/Kiritimati'],
])('the figures of the e2e shop match the database on %s', expectFigures)

test.each([
  ['the 29th of February', '2024-02-29', 'UTC'],
  ['the 2nd of a month', '2026-05-02', 'America/New_York'],
  ['the last day of a year', '2025-12-31', 'Europe/Berlin'],
  ['a Monday, the 15th', '2026-06-15', 'Pacific/Pago_Pago'],
  ['a Sunday when the clocks change', '2026-03-29', 'Europe/Berlin'],
  ['the 15th of July, a month after last June', '2026-07-15', 'UTC'],
])('the figures of the e2e shop match the database on %s @long', expectFigures)

test.each([
  ['a day in the middle of a month', '2026-11-21'],
  ['the 1st of a month', '2026-12-01'],
])('the e2e shop has no entry or deletion after 00:30 on %s', async (_, today) => {
  await withMigratedDatabase(async (client) => {
    await seed(client, { profile: 'e2e', today, timeZone: 'Europe/Berlin' })
    expect(await readLastMoment(client, 'Europe/Berlin')).toMatch(new RegExp(`^${today} 00:[0-2]`))
  })
})

test('e2e.md matches the description of the e2e shop', async () => {
  await expect(describeE2eShop()).toMatchFileSnapshot('../e2e.md')
})
