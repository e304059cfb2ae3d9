import type { ProductLine, ProductSummary } from '@stockie/contracts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { late } from '@/test/open-customers'
import { owner, renderApp } from '@/test/render-app'
import { ok, refuse, stubApi } from '@/test/stub-api'

const summary = { totalSales: 310.5, totalPurchases: 120, totalExpenses: 45.25, profit: 145.25 }
const nothing = { totalSales: 0, totalPurchases: 0, totalExpenses: 0, profit: 0 }
const pen: ProductSummary = {
  productId: 7,
  name: 'Pen',
  categoryName: null,
  units_sold: 12,
  units_purchased: 40,
  total_sales: 288,
  total_purchases: 440,
}
const line: ProductLine = {
  kind: 'sale',
  documentId: 3,
  lineId: 1,
  day: '2026-11-20',
  partyName: 'Ada',
  price: 24,
  quantity: 12,
  total: 288,
}
const bought: ProductLine = { ...line, kind: 'purchase', price: 11, quantity: 40, total: 440 }

const november = '?startDate=2026-11-01&endDate=2026-11-30'
const october = '?startDate=2026-10-01&endDate=2026-10-31'
const lines = `GET /products/7/lines${november}`

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

async function open(answers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /categories': ok([{ id: 1, name: 'Stationery' }]),
    [`GET /reports/profit-summary${november}`]: ok(summary),
    [`GET /reports/daily${november}`]: ok([]),
    [`GET /products/summary${november}`]: ok([pen]),
    ...answers,
  })
  const { user } = renderApp('/dashboard', 't1')
  await screen.findByRole('heading', { name: 'Dashboard' })
  return { user, calls }
}

const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)
const link = (name: string) => screen.findByRole<HTMLAnchorElement>('link', { name })

test('shows this month: what it came to, each total as a link to its days, and each product', async () => {
  await open()
  const sales = await link('Sales Total $310.50')
  expect(sales.getAttribute('href')).toBe('/sales?from=2026-11-01&to=2026-11-30')
  const purchases = await link('Purchases Total $120.00')
  expect(purchases.getAttribute('href')).toBe('/purchase?from=2026-11-01&to=2026-11-30')
  const expenses = await link('Expenses Total $45.25')
  expect(expenses.getAttribute('href')).toBe('/expense?from=2026-11-01&to=2026-11-30')
  expect(screen.getByRole('button', { name: 'Month: Nov 2026' })).toBeTruthy()
  await screen.findByRole('button', { name: 'Pen' })
  expect(cells()).toEqual(['Pen', 'Unknown', '12', '40', '$288.00', '$440.00'])
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(await screen.findByText('No sales, purchases or expenses in Nov 2026.')).toBeTruthy()
})

test.each([
  [0.01, '$0.01', 'text-profit'],
  [-0.01, '-$0.01', 'text-destructive'],
  [0, '$0.00', 'text-muted-foreground'],
])('a profit of %d is %s, %s', async (profit, text, color) => {
  await open({ [`GET /reports/profit-summary${november}`]: ok({ ...nothing, profit }) })
  const figure = await screen.findByText(text, { ignore: 'a *' })
  expect(figure.parentElement?.className).toBe(color)
  expect(figure.closest('li')?.textContent).toBe(`Profit ${text}`)
})
test('another month takes the old figures away until its own are there', async () => {
  const [totals, rows] = [late(ok(nothing)), late(ok([{ ...pen, name: 'Ink' }]))]
  const { user } = await open({
    [`GET /reports/profit-summary${october}`]: totals.answer,
    [`GET /products/summary${october}`]: rows.answer,
    [`GET /reports/daily${october}`]: ok([]),
  })
  await link('Sales Total $310.50')
  await screen.findByRole('button', { name: 'Pen' })
  await user.click(screen.getByRole('button', { name: 'Month: Nov 2026' }))
  await user.click(screen.getByRole('button', { name: 'Oct 2026' }))

  expect(window.location.search).toBe('?from=2026-10-01&to=2026-10-31')
  const sales = await link('Sales Total')
  expect(sales.getAttribute('href')).toBe('/sales?from=2026-10-01&to=2026-10-31')
  expect(screen.getByText('Loading dashboard summary...')).toBeTruthy()
  expect(screen.queryByText(/310|Pen/)).toBeNull()
  totals.come()
  rows.come()
  expect(await link('Sales Total $0.00')).toBe(sales)
  expect(await screen.findByRole('button', { name: 'Ink' })).toBeTruthy()
})

test('what was sold meanwhile is not taken for what the row says, until both are read anew', async () => {
  const row = { ...pen }
  const { user } = await open({
    [`GET /products/summary${november}`]: () => ok([{ ...row }])(),
    [lines]: ok([{ ...line, lineId: 2, quantity: 1, total: 24 }, line, bought]),
  })
  await user.click(await screen.findByRole('button', { name: 'Pen' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Pen' }))
  expect((await sheet.findByRole('alert')).textContent).toContain('something has changed meanwhile')
  expect(sheet.getByText('13 units for $312.00')).toBeTruthy()

  Object.assign(row, { units_sold: 13, total_sales: 312 })
  await user.click(sheet.getByRole('button', { name: 'Update the figures' }))
  expect(await sheet.findByText('These lines make the figures of the table.')).toBeTruthy()
  expect(sheet.queryByRole('alert')).toBeNull()
})

test('five thousand lines come to their sum at once, and are shown by fifties', async () => {
  const many = Array.from({ length: 5000 }, (_, at) => ({
    ...line,
    lineId: at,
    quantity: 1,
    total: 24,
  }))
  const { user } = await open({
    [`GET /products/summary${november}`]: ok([{ ...pen, units_sold: 5000, total_sales: 120_000 }]),
    [lines]: ok([...many, bought]),
  })
  await user.click(await screen.findByRole('button', { name: 'Pen' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Pen' }))
  expect(await sheet.findByText('5,000 units for $120,000.00')).toBeTruthy()
  expect(sheet.getByText('40 units for $440.00')).toBeTruthy()
  expect(sheet.getByText('These lines make the figures of the table.')).toBeTruthy()
  expect(sheet.getAllByText('Sale 3')).toHaveLength(50)
  await user.click(sheet.getByRole('button', { name: 'Show more' }))
  expect(sheet.getAllByText('Sale 3')).toHaveLength(100)
  expect(sheet.getByText('100 of 5,000 shown')).toBeTruthy()
})

test('the Sales Total follows from the rows step by step, also where sales are raised to zero', async () => {
  const steps = {
    sales: 2,
    lineTotals: 288,
    discounts: 50.1,
    shippingFees: 12.35,
    raisedToZero: 60.25,
  }
  const total = { ...summary, totalSales: 310.5 }
  const { user } = await open({
    [`GET /reports/profit-summary${november}`]: () => ok({ ...total })(),
    [`GET /reports/sales-breakdown${november}`]: ok({ ...steps, totalSales: 310.5 }),
  })
  await link('Sales Total $310.50')
  await user.click(screen.getByRole('button', { name: 'How is this figure made?' }))
  const proof = within(await screen.findByRole('dialog', { name: 'How Sales Total is made' }))
  expect(await proof.findByText(/come to the same line totals/)).toBeTruthy()
  const sums = proof.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(sums).toEqual(['$288.00', '-$50.10', '+$12.35', '+$60.25', '$310.50'])

  total.totalSales = 310.49
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await proof.findByRole('alert')).toBeTruthy()
})

test('each part fails by itself, and is loaded again where it is missing', async () => {
  const answers = [refuse(500), ok(summary)]
  const { user } = await open({
    [`GET /reports/profit-summary${november}`]: () => (answers.shift() ?? refuse(500))(),
  })
  const totals = screen.getByRole('region', { name: 'Totals of Nov 2026' })
  const alert = await within(totals).findByRole('alert')
  expect(alert.textContent).toBe('Failed to load data. Please try again later.')
  expect(await screen.findByRole('button', { name: 'Pen' })).toBeTruthy()
  await user.click(within(totals).getByRole('button', { name: 'Try again' }))
  expect(await link('Sales Total $310.50')).toBeTruthy()
  expect(document.activeElement).toBe(totals)
})
