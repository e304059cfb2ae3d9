import { dailyTotals, productLines, productSummary, salesBreakdown } from '@stockie/contracts'
import { e2eFigures } from '@stockie/prisma/e2e-figures'
import { seed } from '@stockie/prisma/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '#src/database/pool/single-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser } from '#test/support/test-users'

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
  const client = await connectClient(api.databaseProxy.url)
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

test.each(ranges)(
  'the daily totals of the seed from %s to %s match e2e.md',
  async (startDate, endDate) => {
    const query = `startDate=${startDate}&endDate=${endDate}`
    const daily = dailyTotals.row.array().parse(await read(`/reports/daily?${query}`))
    // The seed has no returns.
    for (const { day, totalReturns, ...totals } of daily) {
      expect(between(day, day)).toMatchObject(totals)
      expect(totalReturns).toBe(0)
    }
    const sum = (name: 'totalSales' | 'totalPurchases' | 'totalExpenses') =>
      daily.reduce((cents, row) => cents + Math.round(row[name] * 100), 0) / 100
    const { totalSales, totalPurchases, totalExpenses } = between(startDate, endDate)
    expect([sum('totalSales'), sum('totalPurchases'), sum('totalExpenses')]).toEqual([
      totalSales,
      totalPurchases,
      totalExpenses,
    ])
  },
)

test.each(ranges)(
  'the sales breakdown of the seed from %s to %s matches e2e.md',
  async (from, to) => {
    const query = `startDate=${from}&endDate=${to}`
    const { sales, totalSales, products } = between(from, to)
    const breakdown = salesBreakdown.row.parse(await read(`/reports/sales-breakdown?${query}`))
    expect(breakdown).toMatchObject({ sales, totalSales })
    const lineTotals = products.reduce((sum, product) => sum + product.totalSales, 0)
    expect(breakdown.lineTotals).toBe(lineTotals)
    const rows = productSummary.row.array().parse(await read(`/products/summary?${query}`))
    expect(rows.reduce((sum, row) => sum + row.total_sales, 0)).toBe(lineTotals)
    const parts = [
      breakdown.lineTotals,
      -breakdown.discounts,
      breakdown.shippingFees,
      breakdown.raisedToZero,
    ]
    expect(parts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100).toBe(totalSales)
  },
)

test.each(ranges)(
  'the product lines of the seed from %s to %s add up to the product summary',
  async (from, to) => {
    const query = `startDate=${from}&endDate=${to}`
    const rows = productSummary.row.array().parse(await read(`/products/summary?${query}`))
    const figures = new Map(between(from, to).products.map((product) => [product.name, product]))
    for (const row of rows) {
      const body = await read(`/products/${row.productId}/lines?${query}`)
      const lines = productLines.row.array().parse(body)
      const sum = (kind: 'sale' | 'purchase', field: 'quantity' | 'total') =>
        lines
          .filter((line) => line.kind === kind)
          .reduce((total, { [field]: amount }) => total + amount, 0)
      const summed = {
        unitsSold: sum('sale', 'quantity'),
        unitsPurchased: sum('purchase', 'quantity'),
        totalSales: sum('sale', 'total'),
        totalPurchases: sum('purchase', 'total'),
      }
      expect(figures.get(row.name)).toMatchObject(summed)
      expect(Object.values(summed)).toEqual([
        row.units_sold,
        row.units_purchased,
        row.total_sales,
        row.total_purchases,
      ])
    }
  },
)
