import type { ProductLine } from '@stockie/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { late } from '@/test/customers-screen'
import { november, openDashboard, pen, summary } from '@/test/dashboard-screen'
import { ok, refuse } from '@/test/api-stub'

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
const bought: ProductLine = {
  ...line,
  kind: 'purchase',
  documentId: 4,
  day: '2026-11-19',
  price: 11,
  quantity: 40,
  total: 440,
}

const lines = `GET /products/7/lines${november}`

test('what was sold meanwhile is not taken for what the row says, until all is read anew', async () => {
  const sold = [{ ...line, lineId: 2, quantity: 1, total: 24 }, line, bought]
  const soldSince = { ...line, lineId: 3, quantity: 1, total: 24 }
  const row = late(ok([{ ...pen, units_sold: 14, total_sales: 336 }]))
  const rows = [ok([pen]), row.answer]
  const readings = [ok(sold), ok([soldSince, ...sold])]
  const user = await openDashboard({
    [`GET /products/summary${november}`]: () => (rows.shift() ?? refuse(500))(),
    [lines]: () => (readings.shift() ?? refuse(500))(),
  })
  await user.click(await screen.findByRole('button', { name: 'Pen' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Pen' }))
  expect((await sheet.findByRole('alert')).textContent).toContain('something has changed meanwhile')
  expect(sheet.getByText('13 units for $312.00')).toBeTruthy()

  await user.click(sheet.getByRole('button', { name: 'Update the figures' }))
  expect(sheet.getByRole('region', { name: 'Lines' }).contains(document.activeElement)).toBe(true)
  expect(await sheet.findByText('14 units for $336.00')).toBeTruthy()
  // The row is not there yet.
  expect(sheet.queryByRole('alert')).toBeNull()
  row.come()
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
  const user = await openDashboard({
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

  // Each leads to its document, in the list of its day.
  await user.click(sheet.getByRole('link', { name: 'Purchase 4' }))
  expect(window.location.pathname).toBe('/purchase')
  expect(window.location.search).toBe('?from=2026-11-19&to=2026-11-19&q=4')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
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
  const user = await openDashboard({
    [`GET /reports/profit-summary${november}`]: () => ok({ ...total })(),
    [`GET /reports/sales-breakdown${november}`]: ok({ ...steps, totalSales: 310.5 }),
  })
  await screen.findByRole('link', { name: 'Sales Total $310.50' })
  await user.click(screen.getByRole('button', { name: 'How is this figure made?' }))
  const proof = within(await screen.findByRole('dialog', { name: 'How Sales Total is made' }))
  expect(await proof.findByText(/come to the same line totals/)).toBeTruthy()
  const sums = proof.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(sums).toEqual(['$288.00', '-$50.10', '+$12.35', '+$60.25', '$310.50'])

  total.totalSales = 310.49
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await proof.findByRole('alert')).toBeTruthy()
})
