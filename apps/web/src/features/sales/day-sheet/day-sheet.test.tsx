import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { delayAnswer, ok, refuse } from '@/test/api-stub'
import {
  counted,
  countForm,
  day,
  figures,
  openCount,
  openDaySheet,
  sheet,
} from '@/test/screens/day-sheet-screen'

const part = (name: string) => within(sheet().getByRole('region', { name }))
const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)

test('the day sheet of the day of the list shows every figure, and agrees with the dashboard', async () => {
  const { calls } = await openDaySheet()
  expect(
    await sheet().findByText(
      'Agrees with the dashboard: Sales Total of this day is $1,481.77, and its returns paid back $35.48.',
    ),
  ).toBeTruthy()
  const names = calls.map(({ name }) => name)
  expect(names).toContain('GET /day-sheets?date=2026-11-21')
  expect(names).toContain('GET /reports/profit-summary?startDate=2026-11-21&endDate=2026-11-21')
  expect(names).toContain('GET /reports/daily?startDate=2026-11-21&endDate=2026-11-21')
  expect(texts(part('Sales').getAllByRole('definition'))).toEqual([
    '$1,556.00',
    '-$100.10',
    '+$12.35',
    '+$49.00',
    '-$35.48',
    '$0.00',
    '$1,481.77',
  ])
  expect(texts(part('Returns').getAllByRole('definition'))).toEqual([
    '$1,517.25',
    '$38.00',
    '$35.48',
    '$0.00',
  ])
  expect(texts(part('Deleted sales').getAllByRole('listitem'))).toEqual([
    'Sale 8 · Walk-in$24.00Deleted 21 Nov 2026, 16:05 by Sam Okafor',
    '1 more, deleted before.',
    'Together $31.50',
  ])
  expect(texts(part('Deleted returns').getAllByRole('listitem'))).toEqual([
    'Return 4 of sale 9 · Émilie Roux$22.50Deleted 21 Nov 2026, 17:10 by Sam Okafor',
    '1 more, deleted before.',
    'Together $30.50',
  ])
  expect(texts(part('By person').getAllByRole('row')).slice(1)).toEqual([
    'Olivia Owner1 return, $35.48 paid back2$1,500.00',
    'Sam Okafor1$17.25',
  ])
  expect(texts(part('By hour').getAllByRole('row')).slice(1)).toEqual([
    '09:00 – 10:002$1,500.00',
    'On another day1$17.25',
  ])
  expect(part('Cash counts').getByText('The cash of this day was not counted.')).toBeTruthy()
})

test.each([
  ['GET /reports/profit-summary?*', { totalSales: 1481.76 }, { totalSales: 1481.77 }, '$1,481.76'],
  ['GET /reports/daily?*', [{ totalReturns: 35.4 }], [{ totalReturns: 35.48 }], '$35.40'],
])(
  'a difference from %s is a warning, and the figures can be updated @long',
  async (name, ...row) => {
    const [wrong, right, shown] = row
    let answer: unknown = wrong
    const { user } = await openDaySheet({ [name]: () => ok(answer)() })
    const warning = await sheet().findByRole('alert')
    expect(warning.textContent).toMatch(
      /^Differs from the dashboard, where Sales Total of this day/,
    )
    expect(warning.textContent).toContain(shown)
    answer = right
    await user.click(sheet().getByRole('button', { name: 'Update the figures' }))
    expect(await sheet().findByText(/^Agrees with the dashboard/)).toBeTruthy()
    expect(sheet().queryByRole('alert')).toBeNull()
  },
)

const notCompared = 'Not compared with the dashboard: its figures could not be loaded.'

test.each(['GET /reports/profit-summary?*', 'GET /reports/daily?*'])(
  'a dashboard whose %s fails is said to be not compared @long',
  async (name) => {
    await openDaySheet({ [name]: refuse(400) })
    expect((await sheet().findByRole('alert')).textContent).toBe(notCompared)
  },
)

test('a dashboard that fails after a change of the day is not said to differ @long', async () => {
  let sold = 1481.77
  const { user } = await openCount({
    'GET /day-sheets?*': () => ok({ ...day, figures: { ...figures, totalSales: sold } })(),
    'GET /reports/profit-summary?*': () =>
      sold === 1481.77 ? ok({ totalSales: sold })() : refuse(400)(),
  })
  sold = 1500
  await user.type(countForm.field('Sum'), '5')
  await user.click(countForm.save())
  await countForm.isClosed()
  expect((await sheet().findByRole('alert')).textContent).toBe(notCompared)
})

test('a list of several days opens the day sheet of today @long', async () => {
  const { calls } = await openDaySheet({}, '/sales?from=2026-11-01&to=2026-11-30')
  await sheet().findByText(/^Agrees with the dashboard/)
  const asked = calls.find(({ name }) => name.startsWith('GET /day-sheets'))?.name
  const now = new Date()
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  expect(asked).toBe(
    `GET /day-sheets?date=${parts.map((number) => String(number).padStart(2, '0')).join('-')}`,
  )
})

test('another day is loaded when it is picked @long', async () => {
  const { user, calls } = await openDaySheet()
  await sheet().findByText(/^Agrees with the dashboard/)
  await user.click(sheet().getByRole('button', { name: /^Day/ }))
  await user.click(await screen.findByRole('button', { name: /20 November 2026/ }))
  await sheet().findByText(/^Agrees with the dashboard/)
  expect(calls.map(({ name }) => name)).toContain('GET /day-sheets?date=2026-11-20')
})

test('the day sheet says that it loads, that it failed, and that nothing was sold @long', async () => {
  const nothing = {
    ...figures,
    sales: 0,
    returns: 0,
    totalSales: 0,
    refunds: 0,
    byPerson: [],
    byHour: [],
    deletedSales: { count: 0, totalAmount: 0, rows: [] },
    deletedReturns: { count: 0, totalAmount: 0, rows: [] },
  }
  const failure = delayAnswer(refuse(500))
  const answers = [failure.answer, ok({ ...day, figures: nothing })]
  const { user } = await openDaySheet({
    'GET /day-sheets?*': () => (answers.shift() ?? ok({ ...day, figures: nothing }))(),
    'GET /reports/profit-summary?*': ok({ totalSales: 0 }),
    'GET /reports/daily?*': ok([]),
  })
  expect(sheet().getByText('Loading the day sheet...')).toBeTruthy()
  expect(sheet().getByRole('button', { name: 'Count cash' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  failure.release()
  expect((await sheet().findByRole('alert')).textContent).toBe('Error loading the day sheet.')
  await user.click(sheet().getByRole('button', { name: 'Try again' }))
  expect(await sheet().findByText('Nothing was sold on this day.')).toBeTruthy()
  expect(sheet().getByText('No sale of this day was deleted.')).toBeTruthy()
  expect(sheet().queryByRole('region', { name: 'Returns' })).toBeNull()
  expect(sheet().queryByRole('region', { name: 'Deleted returns' })).toBeNull()
  expect(sheet().queryByRole('region', { name: 'By hour' })).toBeNull()
})

test('stored counts are listed with who counted, and say if the day has changed since @long', async () => {
  const over = {
    ...counted,
    id: 2,
    difference: 0,
    remark: null,
    takenOut: [],
    figures: { ...figures, totalSales: 1500 },
    isCurrent: false,
  }
  await openDaySheet({
    'GET /day-sheets?*': ok({
      ...day,
      sheetCount: 102,
      sheets: [over, { ...counted, isCurrent: true }],
    }),
  })
  const items = await sheet().findAllByRole('article')
  const cash = (sold: string) =>
    `Opening float$100.00Sales Total${sold}Paid by card and otherwise-$1,275.27`
  const end = '21 Nov 2026, 18:00 by Sam Okafor'
  expect(texts(items)).toEqual([
    `Count 102 exact${cash('$1,500.00')}Expected cash$286.50Counted cash$284.50${end}` +
      'The day has changed since. Sales Total was $1,500.00 at this count.Print',
    `Count 101 short by $2.00${cash('$1,481.77')}Taken out: Window cleaner-$20.00` +
      `Expected cash$286.50Counted cash$284.50One note was torn${end}Print`,
  ])
  expect(
    sheet().getByRole('button', { name: 'Print count 101 of 21 Nov 2026, 18:00' }),
  ).toBeTruthy()
  expect(sheet().getByText('100 older ones.')).toBeTruthy()
})

test('a day in the future says so, and its cash cannot be counted @long', async () => {
  const { user } = await openDaySheet({
    'GET /day-sheets?*': ok({ ...day, today: '2026-11-20' }),
  })
  expect(await sheet().findByText(/^This day is still to come/)).toBeTruthy()
  await user.click(sheet().getByRole('button', { name: 'Count cash' }))
  expect(screen.queryByRole('dialog', { name: 'Count cash' })).toBeNull()
})

test('a count that is open at midnight stays a count of its day @long', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 23, 58) })
  const { user, sent } = await openCount({}, '/sales?from=2026-11-01&to=2026-11-30')
  await user.type(countForm.field('Sum'), '5')
  vi.setSystemTime(new Date(2026, 10, 22, 0, 1))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await user.click(countForm.save())
  await countForm.isClosed()
  expect(sent()[0]?.body).toMatchObject({ date: '2026-11-21' })
  expect(sheet().getByRole('button', { name: 'Day 21-11-2026' })).toBeTruthy()
})
