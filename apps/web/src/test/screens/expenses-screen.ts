import type { Expense } from '@stockie/contracts'
import { screen, within } from '@testing-library/react'

import { ok, stubApi } from '@/test/api-stub'
import { owner, renderApp } from '@/test/app-harness'

export const rent: Expense = {
  id: 7,
  name: 'Rent',
  amount: 1234,
  description: 'November',
  expenseCategoryId: 1,
  expenseCategoryName: 'Space',
  createdAt: '2026-11-20T23:30:00.000Z',
  enteredAt: '2026-11-20T23:30:00.000Z',
  day: '2026-11-21',
  version: 1,
}
export const cake: Expense = {
  ...rent,
  id: 8,
  name: 'Cake',
  amount: 9,
  description: null,
  expenseCategoryName: null,
  createdAt: '2026-11-21T10:00:00.000Z',
}
export const courier: Expense = { ...rent, id: 5, name: 'Courier', day: '2026-11-20' }

export const listToday = 'GET /expenses?startDate=2026-11-21&endDate=2026-11-21'
export const listYesterday = 'GET /expenses?startDate=2026-11-20&endDate=2026-11-20'

/** Opens the expenses with the rows of 21 November 2026. */
export async function openExpenses(answers: Parameters<typeof stubApi>[0] = {}, path = '/expense') {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    [listToday]: ok([cake, rent]),
    'GET /expense-categories': ok([
      { id: 1, name: 'Space' },
      { id: 2, name: 'Power' },
    ]),
    ...answers,
  })
  const { user } = renderApp(path, 't1')
  await screen.findByRole('heading', { name: 'Expense Management' })
  return { user, calls }
}

type User = Awaited<ReturnType<typeof openExpenses>>['user']

export async function chooseRange(user: User, preset: string) {
  await user.click(screen.getByRole('button', { name: /^Date range: / }))
  await user.selectOptions(screen.getByLabelText('Quick Date'), preset)
  await user.click(screen.getByRole('button', { name: 'Update' }))
}

/** Chooses a day in the calendar of the open dialog. */
export async function pickDay(user: User, day: string) {
  await user.click(screen.getByRole('button', { name: /^Date \d\d-/ }))
  await user.click(await screen.findByRole('button', { name: new RegExp(` ${day}`) }))
}

export function bodyOf(calls: Awaited<ReturnType<typeof openExpenses>>['calls'], name: string) {
  return calls.find((call) => call.name === name)?.body
}

export const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
