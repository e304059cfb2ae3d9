import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ok, refuse } from '@/test/api-stub'
import {
  bodyOf,
  cake,
  chooseRange,
  courier,
  listToday,
  listYesterday,
  openExpenses,
  pickDay,
  rent,
  rowOf,
} from '@/test/screens/expenses-screen'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

type User = Awaited<ReturnType<typeof openExpenses>>['user']

async function fillNewExpense(user: User) {
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await user.type(screen.getByLabelText('Name'), 'Stamps')
  await user.type(screen.getByLabelText('Amount'), '9')
  await user.selectOptions(screen.getByLabelText('Category'), 'Power')
}

function sentTo(calls: Awaited<ReturnType<typeof openExpenses>>['calls']) {
  return calls.filter(({ name }) => name === 'POST /expenses')
}

test('an expense of another day is saved with its date, after a note that the list does not show it', async () => {
  const { user, calls } = await openExpenses({
    'POST /expenses': ok({ ...rent, day: '2026-11-19' }),
  })
  await fillNewExpense(user)
  await pickDay(user, '18 November 2026')
  const date = screen.getByRole('button', { name: 'Date 18-11-2026' })
  expect(date.getAttribute('aria-describedby')).toBe(
    screen.getByText('The list does not show this day.').id,
  )
  await user.click(screen.getByRole('button', { name: 'Back to today' }))
  expect(date.textContent).toBe('21-11-2026')
  expect(document.activeElement).toBe(date)
  expect(screen.queryByText('The list does not show this day.')).toBeNull()

  await pickDay(user, '19 November 2026')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Expense created successfully.')).toBeTruthy()
  expect(bodyOf(calls, 'POST /expenses')).toMatchObject({ name: 'Stamps', date: '2026-11-19' })
  expect(screen.getByRole('button', { name: 'Show 19 Nov 2026' })).toBeTruthy()
})

test('the toast offers no other day if the list shows the saved expense @long', async () => {
  const { user } = await openExpenses({ 'POST /expenses': ok({ ...rent, id: 9 }) })
  await fillNewExpense(user)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Expense created successfully.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Show / })).toBeNull()
})

test('a new expense of a past day that the list shows is only marked as not of today @long', async () => {
  const month = 'GET /expenses?startDate=2026-11-01&endDate=2026-11-30'
  const { user } = await openExpenses(
    { [month]: ok([rent]) },
    '/expense?from=2026-11-01&to=2026-11-30',
  )
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await pickDay(user, '3 November 2026')
  expect(screen.getByText('Not today.')).toBeTruthy()
  await pickDay(user, '1 December 2026')
  expect(screen.getByText('The list does not show this day.')).toBeTruthy()
})

test('an edited expense keeps its day unless the user chooses another one @long', async () => {
  const { user, calls } = await openExpenses({
    'PUT /expenses/7': ok(rent),
    [listYesterday]: ok([courier]),
    'PUT /expenses/5': ok(courier),
  })
  await screen.findByText('Rent')
  await user.click(rowOf('Rent').getByRole('button', { name: 'Edit' }))
  await user.clear(screen.getByLabelText('Amount'))
  await user.type(screen.getByLabelText('Amount'), '5')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(calls, 'PUT /expenses/7')).not.toHaveProperty('date')

  await chooseRange(user, 'Yesterday')
  await screen.findByText('Courier')
  await user.click(rowOf('Courier').getByRole('button', { name: 'Edit' }))
  await user.selectOptions(screen.getByLabelText('Category'), 'Power')
  expect(screen.getByRole('button', { name: 'Date 20-11-2026' })).toBeTruthy()
  expect(screen.queryByText('Not today.')).toBeNull()
  await pickDay(user, '21 November 2026')
  expect(screen.getByText('The list does not show this day.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Back to today' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(calls, 'PUT /expenses/5')).toMatchObject({ date: '2026-11-21' })
})

test('a day that the user picks is sent, even if it is today @long', async () => {
  const { user, calls } = await openExpenses({ 'POST /expenses': ok(rent) })
  await fillNewExpense(user)
  await pickDay(user, '20 November 2026')
  await user.click(screen.getByRole('button', { name: 'Back to today' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The clock of the server may be in another day.
  expect(bodyOf(calls, 'POST /expenses')).toMatchObject({ date: '2026-11-21' })
})

test('a retry after midnight sends what the first save sent @long', async () => {
  const answers = [refuse(500), ok(rent)]
  const { user, calls } = await openExpenses({
    'POST /expenses': () => (answers.shift() ?? ok(rent))(),
  })
  await fillNewExpense(user)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(calls)).toHaveLength(1))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false),
  )
  vi.setSystemTime(new Date(2026, 10, 22, 0, 1))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, retry] = sentTo(calls)
  expect(first?.body).not.toHaveProperty('date')
  expect(retry).toEqual(first)
})

test('a new expense that opens again on the next day shows and saves the day before @long', async () => {
  const { user } = await openExpenses()
  await fillNewExpense(user)
  cleanup()
  vi.setSystemTime(new Date(2026, 10, 22, 9, 0))
  const { calls } = await openExpenses({
    'GET /expenses?startDate=2026-11-22&endDate=2026-11-22': ok([]),
    'POST /expenses': ok(rent),
  })
  expect(await screen.findByRole('button', { name: 'Date 21-11-2026' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(calls, 'POST /expenses')).toMatchObject({ date: '2026-11-21' })
})

test('a form that stays open past midnight saves the day that it shows @long', async () => {
  const { user, calls } = await openExpenses({ 'POST /expenses': ok(rent) })
  await fillNewExpense(user)
  vi.setSystemTime(new Date(2026, 10, 22, 0, 5))
  expect(screen.getByRole('button', { name: 'Date 21-11-2026' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(calls, 'POST /expenses')).toMatchObject({ date: '2026-11-21' })
})

test('a date that the API refuses is reported at the field @long', async () => {
  const message = "Date does not exist in the store's time zone"
  const errors = [{ path: 'date', message }]
  const { user } = await openExpenses({
    'PUT /expenses/7': refuse(422, { detail: message, errors }),
  })
  await screen.findByText('Rent')
  await user.click(rowOf('Rent').getByRole('button', { name: 'Edit' }))
  await pickDay(user, '19 November 2026')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const date = await screen.findByRole('button', { name: 'Date 19-11-2026' })
  await waitFor(() => expect(date.getAttribute('aria-invalid')).toBe('true'))
  const note = document.getElementById(date.getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toBe(message)
  expect(document.activeElement).toBe(date)
})

test('Escape asks before it discards a chosen day, and a kept form of a moved expense opens again @long', async () => {
  const answers = { 'GET /expenses': ok([{ ...courier, id: 7, day: '2026-11-20', name: 'Moved' }]) }
  const { user } = await openExpenses()
  await screen.findByText('Rent')
  await user.click(rowOf('Rent').getByRole('button', { name: 'Edit' }))
  await pickDay(user, '19 November 2026')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  cleanup()

  // Another user has moved it to another day meanwhile.
  await openExpenses({ [listToday]: ok([cake]), ...answers })
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Expense' }))
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Moved')
  expect(dialog.getByRole('button', { name: 'Date 19-11-2026' })).toBeTruthy()
})
