import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { november, openDashboard, pen, summary } from '@/test/screens/dashboard-screen'
import { asOf, knownAddress, knownAnswers, knownSummary } from '@/test/screens/known-day-screen'
import { ok } from '@/test/api-stub'

const totals = (name = 'Totals of Nov 2026 as known on 20 Nov 2026') =>
  within(screen.getByRole('region', { name }))

test('a day chosen in the month picker shows every figure as it was known then, until the user leaves', async () => {
  const user = await openDashboard(knownAnswers)
  await screen.findByRole('link', { name: 'Sales Total $310.50' })
  const entries = window.history.length
  await user.click(screen.getByRole('button', { name: 'Month: Nov 2026' }))
  await user.click(await screen.findByRole('button', { name: 'As known on …' }))
  const popover = within(screen.getByRole('dialog', { name: 'As known on' }))
  const tomorrow = await popover.findByRole('button', { name: /22 November 2026/ })
  expect(tomorrow.hasAttribute('disabled')).toBe(true)
  await user.click(popover.getByRole('button', { name: /20 November 2026/ }))

  expect(window.location.search).toBe(knownAddress)
  expect(window.history.length).toBe(entries + 1)
  const banner = await screen.findByText('As known on 20 Nov 2026')
  expect(banner.closest('output')).toBeTruthy()
  expect(await totals().findByText('$280.50')).toBeTruthy()
  expect(totals().getByText('$120.50')).toBeTruthy()
  const days = '01 Nov 2026 – 20 Nov 2026 compared with 01 Oct 2026 – 20 Oct 2026'
  expect(await totals().findByText(`Differences: ${days}.`)).toBeTruthy()
  expect(await totals().findByText('+$200.50')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const lastDay = screen.getAllByRole('rowheader').at(-2)
  expect(lastDay?.textContent).toBe('20 Nov 2026')
  expect(screen.getByRole('cell', { name: 'Old pen' })).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Show present figures' }))
  expect(window.location.search).toBe('?from=2026-11-01&to=2026-11-30')
  expect(await screen.findByRole('link', { name: 'Sales Total $310.50' })).toBeTruthy()
  expect(screen.queryByText(/As known on/i)).toBeNull()
  expect(document.activeElement).toBe(document.getElementById('main'))
  act(() => window.history.go(-2))
  expect(await screen.findByRole('link', { name: 'Sales Total $310.50' })).toBeTruthy()
  await vi.waitFor(() => expect(window.location.search).toBe(''), 10_000)
})

test('earlier figures have no links, explanations or lines, which know only the present @long', async () => {
  await openDashboard({ ...knownAnswers, 'GET /reports/reorder': ok([{}]) }, knownAddress)
  expect(await totals().findByText('$280.50')).toBeTruthy()
  expect(await screen.findByRole('cell', { name: 'Old pen' })).toBeTruthy()
  expect(totals().queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: 'How is this figure made?' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Old pen' })).toBeNull()
  expect(screen.queryByText(/to reorder/)).toBeNull()
  // The profit follows from the totals on the screen.
  expect(screen.getByRole('button', { name: 'How is the profit made?' })).toBeTruthy()
  const title = 'Product Sales & Purchases Summary as known on 20 Nov 2026'
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
})

test('the categories to filter by are those of then @long', async () => {
  const user = await openDashboard(knownAnswers, knownAddress)
  await screen.findByRole('cell', { name: 'Old pen' })
  const [filter] = screen.getAllByRole('button', { name: 'Category' })
  if (filter) await user.click(filter)
  const options = within(await screen.findByRole('group', { name: 'Category' }))
  const names = options.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
  expect(names).toEqual(['Old1'])
})

test.each(['2026-11-22', '2026-02-30', '20', ''])(
  'the dashboard ignores the day %j in the address @long',
  async (day) => {
    await openDashboard({}, `?asOf=${day}`)
    expect(await screen.findByRole('link', { name: 'Sales Total $310.50' })).toBeTruthy()
    expect(screen.queryByText(/As known on/)).toBeNull()
  },
)

test('another month keeps the day on which its figures were known, and the address names both @long', async () => {
  const whole = `?startDate=2026-10-01&endDate=2026-10-31&asOf=${asOf}`
  const user = await openDashboard(
    {
      ...knownAnswers,
      [`GET /reports/profit-summary${whole}`]: ok({ ...knownSummary, totalSales: 1 }),
      [`GET /reports/daily${whole}`]: ok([]),
      'GET /reports/daily?*': ok([]),
      [`GET /products/summary${whole}`]: ok([]),
    },
    `?asOf=${asOf}`,
  )
  await user.click(screen.getByRole('button', { name: 'Month: Nov 2026' }))
  await user.click(await screen.findByRole('button', { name: 'Oct 2026' }))
  expect(window.location.search).toBe(`?asOf=${asOf}&from=2026-10-01&to=2026-10-31`)
  const october2026 = totals('Totals of Oct 2026 as known on 20 Nov 2026')
  expect(await october2026.findByText('$1.00')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Month: Oct 2026' }))
  await user.click(await screen.findByRole('button', { name: 'Nov 2026' }))
  expect(window.location.search).toBe(`?asOf=${asOf}&from=2026-11-01&to=2026-11-30`)
})

test('today as the day shows the banner too @long', async () => {
  const today = `${november}&asOf=2026-11-21`
  await openDashboard(
    {
      'GET /books': knownAnswers['GET /books'],
      [`GET /reports/profit-summary${today}`]: ok(summary),
      [`GET /reports/daily${today}`]: ok([]),
      [`GET /products/summary${today}`]: ok([pen]),
    },
    '?asOf=2026-11-21',
  )
  expect(await screen.findByText('As known on 21 Nov 2026')).toBeTruthy()
  expect(screen.getByText('The day is not over: its changes still appear.')).toBeTruthy()
  expect(await screen.findByText('$310.50')).toBeTruthy()
})

test('a day that the store has not reached is ignored, although the browser has it', async () => {
  const store = { closedThrough: null, today: '2026-11-19', exactSinceDay: null, version: 1 }
  await openDashboard({ ...knownAnswers, 'GET /books': ok(store) }, knownAddress)
  expect(await totals().findByText('$310.50')).toBeTruthy()
  expect(screen.queryByText(/^As known on/)).toBeNull()
})

test.each([
  ['2026-11-21', true],
  ['2026-11-20', false],
])(
  'figures of 20 Nov that are known exactly since %s are said to be pieced together: %s',
  async (exactSinceDay, isSaid) => {
    const answer = ok({ closedThrough: null, today: '2026-11-21', exactSinceDay, version: 1 })
    const answered = vi.fn<() => Response>(answer)
    await openDashboard({ ...knownAnswers, 'GET /books': answered }, knownAddress)
    await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(1), 10_000)
    expect(await totals().findByText('$280.50')).toBeTruthy()
    const note = 'Stockie keeps the exact figures since 21 Nov 2026.'
    expect(screen.getByText('As known on 20 Nov 2026').closest('output')?.textContent).toMatch(
      isSaid ? note : /figures\.$/,
    )
  },
)
