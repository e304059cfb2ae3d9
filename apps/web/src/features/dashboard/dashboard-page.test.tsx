import { screen, within } from '@testing-library/react'
import { addDays } from 'date-fns'
import { expect, test, vi } from 'vitest'

import { parseDay, toDay } from '@/lib/dates'
import { november, openDashboard, pen, summary } from '@/test/screens/dashboard-screen'
import { delayAnswer, ok, refuse } from '@/test/api-stub'

const nothing = { totalSales: 0, totalPurchases: 0, totalExpenses: 0, profit: 0 }

const october = '?startDate=2026-10-01&endDate=2026-10-31'

const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)
const link = (name: string) => screen.findByRole<HTMLAnchorElement>('link', { name })

// @holds spec 1.6, 2.38, 2.42-2.45, 3.15, 7.26, 7.37, 9.18, decision 25.2
test("the dashboard shows this month's totals, each linked to its days, and its products", async () => {
  await openDashboard()
  const sales = await link('Sales Total $310.50')
  expect(sales.getAttribute('href')).toBe('/sales?from=2026-11-01&to=2026-11-30')
  const purchases = await link('Purchases Total $120.00')
  expect(purchases.getAttribute('href')).toBe('/purchase?from=2026-11-01&to=2026-11-30')
  const expenses = await link('Expenses Total $45.25')
  expect(expenses.getAttribute('href')).toBe('/expense?from=2026-11-01&to=2026-11-30')
  expect(screen.getByRole('button', { name: 'Month: Nov 2026' })).toBeTruthy()
  await screen.findByRole('button', { name: 'Pen' })
  expect(cells()).toEqual(['Pen', 'Unknown', '12', '40', '$288.00', '$440.00'])
  expect(screen.getByRole('heading', { name: 'Product Sales & Purchases Summary' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Product Name',
    'Category',
    'Units Sold',
    'Units Purchased',
    'Total Sales ($)',
    'Total Purchases ($)',
  ])
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(await screen.findByText('No sales, purchases or expenses in Nov 2026.')).toBeTruthy()
})

test.each([
  [0.01, '$0.01', 'text-profit'],
  [-0.01, '-$0.01', 'text-destructive'],
  [0, '$0.00', 'text-muted-foreground'],
  // @holds spec 2.41
])('a profit of %d is shown as %s with the class %s', async (profit, text, color) => {
  await openDashboard({ [`GET /reports/profit-summary${november}`]: ok({ ...nothing, profit }) })
  const figure = await screen.findByText(text, { ignore: 'a *' })
  expect(figure.parentElement?.className).toBe(color)
  expect(figure.closest('p')?.textContent).toBe(`Profit ${text}`)
})
test('the profit explains itself, and says that purchases are not the cost of the goods sold @long', async () => {
  const user = await openDashboard()
  await user.click(await screen.findByRole('button', { name: 'How is the profit made?' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'How Profit is made' }))
  const sums = dialog.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(sums).toEqual(['$310.50', '-$120.00', '-$45.25', '$145.25'])
  expect(dialog.getByText(/not the cost of the goods that you sold/)).toBeTruthy()
  expect(dialog.getByText('The three totals add up to the profit.')).toBeTruthy()
})

test('selecting another month hides the old figures until the new ones are loaded @long', async () => {
  const [totals, rows] = [delayAnswer(ok(nothing)), delayAnswer(ok([{ ...pen, name: 'Ink' }]))]
  const user = await openDashboard({
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
  totals.release()
  rows.release()
  expect(await link('Sales Total $0.00')).toBe(sales)
  expect(await screen.findByRole('button', { name: 'Ink' })).toBeTruthy()
})

const day = (isoDay: string, totalSales: number, totalPurchases = 0) => ({
  day: isoDay,
  totalSales,
  totalPurchases,
  totalExpenses: 0,
  totalReturns: 0,
})
const october21 = '?startDate=2026-10-01&endDate=2026-10-21'

test('the cards show the differences of the days so far, compared with as many of the month before', async () => {
  await openDashboard({
    // The last day is to come: its sale is a part of the total, but of no difference.
    [`GET /reports/daily${november}`]: ok([
      day('2026-11-03', 310.1),
      day('2026-11-21', 0.4, 120.55),
      day('2026-11-30', 99),
    ]),
    [`GET /reports/daily${october21}`]: ok([day('2026-10-05', 300.2, 130.6)]),
  })
  const note = await screen.findByText(/^Differences: /)
  const compared = '01 Nov 2026 – 21 Nov 2026 compared with 01 Oct 2026 – 21 Oct 2026'
  await vi.waitFor(() => expect(note.className).not.toContain('invisible'), 10_000)
  expect(note.textContent).toBe(`Differences: ${compared}.`)
  const totals = within(screen.getByRole('region', { name: 'Totals of Nov 2026' }))
  const differences = totals
    .getAllByText(/^[-+]\$/)
    .map(({ firstChild }) => firstChild?.textContent)
  expect(differences).toEqual(['+$20.35', '+$10.30', '-$10.05', '+$0.00'])
  expect(screen.getByText('Sales, 01 Oct 2026 – 21 Oct 2026').className).not.toContain('invisible')
})

test.each([
  ['if the days before cannot be read', refuse(400), /^Differences: /, true],
  ['if the days before have no amounts', ok([]), /^Nothing to compare with in 01 Oct/, false],
])('the cards show no differences %s @long', async (_case, answer, sentence, isHidden) => {
  const answered = vi.fn<() => Response>(answer)
  await openDashboard({
    [`GET /reports/daily${november}`]: ok([day('2026-11-03', 310.5)]),
    [`GET /reports/daily${october21}`]: answered,
  })
  await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(1), 10_000)
  const note = await screen.findByText(sentence)
  expect(note.className.includes('invisible')).toBe(isHidden)
  expect(await link('Sales Total $310.50')).toBeTruthy()
  expect(screen.queryByText(/^[-+]\$/)).toBeNull()
  expect(screen.queryByText(/Failed to load/)).toBeNull()
})

test('the days before are read after the days of the range, and not for a month to come @long', async () => {
  const [current, before] = [delayAnswer(ok([])), vi.fn<() => Response>(ok([]))]
  const user = await openDashboard({
    [`GET /reports/daily${november}`]: current.answer,
    [`GET /reports/daily${october21}`]: before,
    'GET /reports/profit-summary?*': ok(nothing),
    'GET /products/summary?*': ok([]),
  })
  await link('Sales Total $310.50')
  expect(before).not.toHaveBeenCalled()
  current.release()
  await vi.waitFor(() => expect(before).toHaveBeenCalledTimes(1), 10_000)

  await user.click(screen.getByRole('button', { name: 'Month: Nov 2026' }))
  await user.click(screen.getByRole('button', { name: 'Dec 2026' }))
  expect(await screen.findByText('These days are not compared with the month before.')).toBeTruthy()
  expect(before).toHaveBeenCalledTimes(1)
})

test('a month that was shown before is compared only after the days of the range have arrived @long', async () => {
  const wholeOctober = delayAnswer(ok([]))
  const user = await openDashboard({
    'GET /reports/daily?startDate=2026-10-01&endDate=2026-10-31': wholeOctober.answer,
    'GET /reports/daily?*': ok([]),
    'GET /reports/profit-summary?*': ok(nothing),
    'GET /products/summary?*': ok([]),
  })
  await user.click(screen.getByRole('button', { name: 'Month: Nov 2026' }))
  await user.click(screen.getByRole('button', { name: 'Sep 2026' }))
  await screen.findByText(/^Nothing to compare with in .*Aug 2026/)
  await user.click(screen.getByRole('button', { name: 'Month: Sep 2026' }))
  await user.click(screen.getByRole('button', { name: 'Oct 2026' }))
  expect(await screen.findByRole('button', { name: 'Month: Oct 2026' })).toBeTruthy()
  expect(screen.queryByText(/^Nothing to compare/)).toBeNull()
  wholeOctober.release()
  expect(await screen.findByText(/^Nothing to compare with in .*Sep 2026/)).toBeTruthy()
})

test('typing in the search does not render unchanged rows again @long', async () => {
  const user = await openDashboard()
  await screen.findByRole('button', { name: 'Pen' })
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search products' })
  await user.type(search, 'p')
  const counts = vi.spyOn(Number.prototype, 'toLocaleString')
  await user.type(search, 'en')
  expect(search.value).toBe('pen')
  const numbers: unknown[] = counts.mock.contexts
  expect(numbers.filter((count) => count === pen.units_purchased)).toEqual([])
})

test('a range of more than a year shows its days in a paged table instead of a chart @long', async () => {
  const years = '?startDate=2025-01-01&endDate=2026-11-21'
  const days = Array.from({ length: 400 }, (_, index) => ({
    day: toDay(addDays(parseDay('2025-01-01'), index)),
    totalSales: 1,
    totalPurchases: 0,
    totalExpenses: 0,
    totalReturns: 0,
  }))
  const user = await openDashboard(
    {
      [`GET /reports/profit-summary${years}`]: ok(summary),
      [`GET /products/summary${years}`]: ok([pen]),
      [`GET /reports/daily${years}`]: ok(days),
    },
    '?from=2025-01-01&to=2026-11-21',
  )
  const table = within(await screen.findByRole('region', { name: 'Days' }))
  expect(screen.getByText(/^A chart shows up to a year\./)).toBeTruthy()
  expect(screen.queryByText('Show as chart')).toBeNull()
  // By text: queries by role would take seconds with this many rows.
  expect(table.getAllByText('$1.00')).toHaveLength(366)
  expect(table.getByText('$400.00')).toBeTruthy()
  await user.click(table.getByText('Show more'))
  expect(table.getAllByText('$1.00')).toHaveLength(400)
  expect(table.getByText('400 of 400 shown')).toBe(document.activeElement)
})

test('the table of days shows what was returned below the sales, only where anything was', async () => {
  const returned = { ...day('2026-11-04', -24.5), totalReturns: 30.5 }
  const user = await openDashboard({
    [`GET /reports/daily${november}`]: ok([day('2026-11-03', 310.5), returned]),
  })
  await user.click(await screen.findByRole('button', { name: 'Show as table' }))
  const table = within(await screen.findByRole('region', { name: 'Days' }))
  const cellsOf = (name: string) =>
    within(table.getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cellsOf('03 Nov')[0]).toBe('$310.50')
  expect(cellsOf('04 Nov')[0]).toBe('-$24.50-$30.50 returned')
  expect(cellsOf('Total')[0]).toBe('$286.00-$30.50 returned')
})

// @holds spec 2.50
test('each part of the dashboard fails and is loaded again on its own', async () => {
  const answers = [refuse(500), ok(summary)]
  const user = await openDashboard({
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
