import type { ProductLine } from '@stockie/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { november, openDashboard, pen, summary } from '@/test/screens/dashboard-screen'
import { delayAnswer, ok, refuse } from '@/test/api-stub'
import { pollNow } from '@/test/live-shop'

const saleLine: ProductLine = {
  kind: 'sale',
  documentId: 3,
  lineId: 1,
  day: '2026-11-20',
  documentDay: '2026-11-20',
  partyName: 'Ada',
  price: 24,
  quantity: 12,
  total: 288,
}
const purchaseLine: ProductLine = {
  ...saleLine,
  kind: 'purchase',
  documentId: 4,
  day: '2026-11-19',
  documentDay: '2026-11-19',
  price: 11,
  quantity: 40,
  total: 440,
}

const lines = `GET /products/7/lines${november}`

test('lines that include a newer sale do not match their row until everything is refetched @long', async () => {
  const firstLines = [{ ...saleLine, lineId: 2, quantity: 1, total: 24 }, saleLine, purchaseLine]
  const newerLine = { ...saleLine, lineId: 3, quantity: 1, total: 24 }
  const delayedRow = delayAnswer(ok([{ ...pen, units_sold: 14, total_sales: 336 }]))
  const rowAnswers = [ok([pen]), delayedRow.answer]
  const lineAnswers = [ok(firstLines), ok([newerLine, ...firstLines])]
  const user = await openDashboard({
    [`GET /products/summary${november}`]: () => (rowAnswers.shift() ?? refuse(500))(),
    [lines]: () => (lineAnswers.shift() ?? refuse(500))(),
  })
  await user.click(await screen.findByRole('button', { name: 'Pen' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Pen' }))
  expect((await sheet.findByRole('alert')).textContent).toContain('something has changed meanwhile')
  expect(sheet.getByText('13 units for $312.00')).toBeTruthy()

  await user.click(sheet.getByRole('button', { name: 'Update the figures' }))
  expect(sheet.getByRole('region', { name: 'Lines' }).contains(document.activeElement)).toBe(true)
  expect(await sheet.findByText('14 units for $336.00')).toBeTruthy()
  // The row's query has not answered yet.
  expect(sheet.queryByRole('alert')).toBeNull()
  delayedRow.release()
  expect(await sheet.findByText('These lines add up to the figures in the table.')).toBeTruthy()
  expect(sheet.queryByRole('alert')).toBeNull()
})

test('a newer row waits for its lines, and both wait while the pointer is over the lines @long', async () => {
  const newerPen = { ...pen, units_sold: 13, total_sales: 312 }
  const newerLine = { ...saleLine, lineId: 2, quantity: 1, total: 24 }
  const newerLines = delayAnswer(ok([newerLine, saleLine, purchaseLine]))
  let isChanged = false
  const changes = vi.fn<() => Response>(ok({ revision: '2' }))
  const user = await openDashboard({
    'GET /changes': changes,
    [`GET /products/summary${november}`]: () => ok([isChanged ? newerPen : pen])(),
    [lines]: () => (isChanged ? newerLines.answer() : ok([saleLine, purchaseLine])()),
  })
  await user.click(await screen.findByRole('button', { name: 'Pen' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Pen' }))
  await user.hover(await sheet.findByText('Sale 3'))
  function expectOldFigures() {
    expect(sheet.getByText('12 units for $288.00')).toBeTruthy()
    expect(sheet.getByText('These lines add up to the figures in the table.')).toBeTruthy()
    expect(sheet.queryByRole('alert')).toBeNull()
  }

  isChanged = true
  pollNow()
  // The row in the table behind the sheet is current.
  expect(await screen.findByText('$312.00')).toBeTruthy()
  expectOldFigures()
  newerLines.release()
  // The next poll follows as soon as all lists are read.
  pollNow()
  await waitFor(() => expect(changes).toHaveBeenCalledTimes(2))
  expectOldFigures()
  await user.hover(sheet.getByRole('heading', { name: 'Pen' }))
  expect(await sheet.findByText('13 units for $312.00')).toBeTruthy()
  expect(await sheet.findByText('These lines add up to the figures in the table.')).toBeTruthy()
})

test('the sum of 5,000 lines appears at once, and the lines 50 at a time @long', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({
    ...saleLine,
    lineId: index,
    quantity: 1,
    total: 24,
  }))
  const user = await openDashboard({
    [`GET /products/summary${november}`]: ok([{ ...pen, units_sold: 5000, total_sales: 120_000 }]),
    [lines]: ok([...many, purchaseLine]),
  })
  await user.click(await screen.findByRole('button', { name: 'Pen' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Pen' }))
  expect(await sheet.findByText('5,000 units for $120,000.00')).toBeTruthy()
  expect(sheet.getByText('40 units for $440.00')).toBeTruthy()
  expect(sheet.getByText('These lines add up to the figures in the table.')).toBeTruthy()
  expect(sheet.getAllByText('Sale 3')).toHaveLength(50)
  await user.click(sheet.getByRole('button', { name: 'Show more' }))
  expect(sheet.getAllByText('Sale 3')).toHaveLength(100)
  expect(sheet.getByText('100 of 5,000 shown')).toBeTruthy()

  // Each line links to its document in the list of its day.
  await user.click(sheet.getByRole('link', { name: 'Purchase 4' }))
  expect(window.location.pathname).toBe('/purchase')
  expect(window.location.search).toBe('?from=2026-11-19&to=2026-11-19&q=4')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('returned lines are subtracted from the lines that were sold', async () => {
  const returnLine: ProductLine = {
    ...saleLine,
    kind: 'return',
    day: '2026-11-21',
    documentDay: '2026-11-20',
    quantity: -2,
    total: -48,
  }
  const user = await openDashboard({
    [`GET /products/summary${november}`]: ok([{ ...pen, units_sold: 10, total_sales: 240 }]),
    [lines]: ok([returnLine, saleLine, purchaseLine]),
  })
  await user.click(await screen.findByRole('button', { name: 'Pen' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Pen' }))
  const sold = within(await sheet.findByRole('region', { name: 'Sold, less returns' }))
  expect(sold.getByText('10 units for $240.00')).toBeTruthy()
  expect(sold.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Return of sale 3-$48.0021 Nov 2026 · Ada-2 × $24.00',
    'Sale 3$288.0020 Nov 2026 · Ada12 × $24.00',
  ])
  // The link opens the day of the sale.
  expect(sold.getByRole('link', { name: 'Return of sale 3' }).getAttribute('href')).toBe(
    '/sales?from=2026-11-20&to=2026-11-20&q=3',
  )
  expect(sheet.getByText('These lines add up to the figures in the table.')).toBeTruthy()
})

const marginSteps = [
  'Sales Total $310.50',
  'Shipping -$12.35',
  'Cost of goods -$132.00',
  'Gross Margin $166.15',
]

test('the explanation of the Sales Total subtracts refunds, and returned items from the line totals', async () => {
  const user = await openDashboard({
    [`GET /reports/sales-breakdown${november}`]: ok({
      sales: 2,
      lineTotals: 336,
      discounts: 12,
      shippingFees: 30,
      raisedToZero: 0,
      returns: 2,
      returnedLineTotals: 48,
      refunds: 38.5,
      shippingRefunds: 5,
      totalSales: 310.5,
    }),
  })
  await screen.findByRole('link', { name: 'Sales Total $310.50' })
  await user.click(screen.getByRole('button', { name: 'How is this figure made?' }))
  const explanation = within(await screen.findByRole('dialog', { name: 'How Sales Total is made' }))
  expect(
    await explanation.findByText(
      /add up to the same line totals, less \$48\.00 of returned items\./,
    ),
  ).toBeTruthy()
  const steps = explanation
    .getAllByRole('term')
    .map(({ textContent, nextSibling }) => `${textContent} ${nextSibling?.textContent}`)
  expect(steps.slice(4)).toEqual([
    'Refunds of 2 returns -$38.50',
    'Shipping refunds -$5.00',
    'Sales Total $310.50',
    ...marginSteps,
  ])
})

test('the Sales Total is explained step by step, also if sales were raised to zero', async () => {
  const steps = {
    sales: 2,
    lineTotals: 288,
    discounts: 50.1,
    shippingFees: 12.35,
    raisedToZero: 60.25,
    returns: 0,
    returnedLineTotals: 0,
    refunds: 0,
    shippingRefunds: 0,
  }
  const total = { ...summary, totalSales: 310.5 }
  const user = await openDashboard({
    [`GET /reports/profit-summary${november}`]: () => ok({ ...total })(),
    [`GET /reports/sales-breakdown${november}`]: ok({ ...steps, totalSales: 310.5 }),
  })
  await screen.findByRole('link', { name: 'Sales Total $310.50' })
  await user.click(screen.getByRole('button', { name: 'How is this figure made?' }))
  const explanation = within(await screen.findByRole('dialog', { name: 'How Sales Total is made' }))
  expect(await explanation.findByText(/add up to the same line totals/)).toBeTruthy()
  const sums = explanation.getAllByRole('definition').map(({ textContent }) => textContent)
  const marginSums = ['$310.50', '-$12.35', '-$132.00', '$166.15']
  expect(sums).toEqual(['$288.00', '-$50.10', '+$12.35', '+$60.25', '$310.50', ...marginSums])

  total.totalSales = 310.49
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await explanation.findByRole('alert')).toBeTruthy()
})
