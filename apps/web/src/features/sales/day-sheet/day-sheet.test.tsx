import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { delayAnswer, ok, refuse } from '@/test/api-stub'
import { counted, day, figures, openDaySheet, sheet } from '@/test/screens/day-sheet-screen'

const part = (name: string) => within(sheet().getByRole('region', { name }))
const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)

test('the day sheet of the day of the list shows every figure, and agrees with the dashboard', async () => {
  const { calls } = await openDaySheet()
  expect(
    await sheet().findByText('Agrees with the dashboard: Sales Total of this day is $1,481.77.'),
  ).toBeTruthy()
  const names = calls.map(({ name }) => name)
  expect(names).toContain('GET /day-sheets?date=2026-11-21')
  expect(names).toContain('GET /reports/profit-summary?startDate=2026-11-21&endDate=2026-11-21')
  expect(texts(part('Sales').getAllByRole('definition'))).toEqual([
    '$1,556.00',
    '-$100.10',
    '+$12.35',
    '+$49.00',
    '-$35.48',
    '-$0.00',
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

test('a total that differs from the dashboard is a warning, and the figures can be updated', async () => {
  let totalSales = 1481.76
  const { user } = await openDaySheet({
    'GET /reports/profit-summary?*': () => ok({ totalSales })(),
  })
  const warning = await sheet().findByRole('alert')
  expect(warning.textContent).toContain(
    'Differs from the dashboard, where Sales Total of this day is $1,481.76.',
  )
  totalSales = 1481.77
  await user.click(sheet().getByRole('button', { name: 'Update the figures' }))
  expect(await sheet().findByText(/^Agrees with the dashboard/)).toBeTruthy()
  expect(sheet().queryByRole('alert')).toBeNull()
})

test('a dashboard that does not answer is said to be not compared', async () => {
  await openDaySheet({ 'GET /reports/profit-summary?*': refuse(400) })
  expect((await sheet().findByRole('alert')).textContent).toBe(
    'Not compared with the dashboard: its figure could not be loaded.',
  )
})

test('a list of several days opens the day sheet of today', async () => {
  const { calls } = await openDaySheet({}, '/sales?from=2026-11-01&to=2026-11-30')
  await sheet().findByText(/^Agrees with the dashboard/)
  const asked = calls.find(({ name }) => name.startsWith('GET /day-sheets'))?.name
  const now = new Date()
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  expect(asked).toBe(
    `GET /day-sheets?date=${parts.map((number) => String(number).padStart(2, '0')).join('-')}`,
  )
})

test('another day is loaded when it is picked', async () => {
  const { user, calls } = await openDaySheet()
  await sheet().findByText(/^Agrees with the dashboard/)
  await user.click(sheet().getByRole('button', { name: /^Day/ }))
  await user.click(await screen.findByRole('button', { name: /20 November 2026/ }))
  await sheet().findByText(/^Agrees with the dashboard/)
  expect(calls.map(({ name }) => name)).toContain('GET /day-sheets?date=2026-11-20')
})

test('the day sheet says that it loads, that it failed, and that nothing was sold', async () => {
  const nothing = {
    ...figures,
    sales: 0,
    returns: 0,
    totalSales: 0,
    byPerson: [],
    byHour: [],
    deletedSales: { count: 0, totalAmount: 0, rows: [] },
  }
  const failure = delayAnswer(refuse(500))
  const answers = [failure.answer, ok({ ...day, figures: nothing })]
  const { user } = await openDaySheet({
    'GET /day-sheets?*': () => (answers.shift() ?? ok({ ...day, figures: nothing }))(),
    'GET /reports/profit-summary?*': ok({ totalSales: 0 }),
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
  expect(sheet().queryByRole('region', { name: 'By hour' })).toBeNull()
})

test('stored counts are listed with who counted, and say if the day has changed since', async () => {
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
  expect(texts(items)).toEqual([
    'Counted $284.50exactExpected $286.5021 Nov 2026, 18:00 by Sam Okafor' +
      'The day has changed since. Sales Total was $1,500.00 at this count.Print',
    'Counted $284.50short by $2.00Expected $286.50Taken out $20.00: Window cleaner' +
      'One note was torn21 Nov 2026, 18:00 by Sam OkaforPrint',
  ])
  expect(sheet().getByText('100 older ones.')).toBeTruthy()
})
