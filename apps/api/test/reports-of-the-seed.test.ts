import { dailyTotals } from '@stockie/contracts'
import { e2eFigures } from '@stockie/prisma/e2e-figures'
import { seed } from '@stockie/prisma/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '@/database/connect-client'
import { startTestApi, type TestApi } from './test-api'
import { createUser } from './test-users'

const today = '2026-11-21'
const timeZone = 'America/New_York'
const { between } = e2eFigures(today)
const ranges = [
  ['2025-01-01', today],
  ['2025-01-01', '2025-12-31'],
  ['2026-10-01', '2026-10-31'],
  ['2026-11-01', '2026-11-30'],
  [today, today],
] as const

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi({ timeZone })
  const client = await connectClient(api.line.url)
  await seed(client, { profile: 'e2e', today, timeZone })
  await client.end()
  const { id } = await createUser(api.pool)
  token = api.tokens.sign({ userId: id, version: 0 })
})
afterAll(() => api.stop())

async function read(path: string): Promise<unknown> {
  const { body } = await api.call(path, { token })
  return body
}

test.each(ranges)('the days from %s to %s are those of e2e.md', async (startDate, endDate) => {
  const query = `startDate=${startDate}&endDate=${endDate}`
  const daily = dailyTotals.row.array().parse(await read(`/reports/daily?${query}`))
  for (const { day, ...totals } of daily) expect(between(day, day)).toMatchObject(totals)
  const sum = (name: 'totalSales' | 'totalPurchases' | 'totalExpenses') =>
    daily.reduce((cents, row) => cents + Math.round(row[name] * 100), 0) / 100
  const { totalSales, totalPurchases, totalExpenses } = between(startDate, endDate)
  expect([sum('totalSales'), sum('totalPurchases'), sum('totalExpenses')]).toEqual([
    totalSales,
    totalPurchases,
    totalExpenses,
  ])
})
