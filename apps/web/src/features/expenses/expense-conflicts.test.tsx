import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ok, refuse } from '@/test/api-stub'
import { listToday, openExpenses, pickDay, rent, rowOf } from '@/test/screens/expenses-screen'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

const changedAt = new Date(2026, 10, 21, 14, 3).toISOString()
const moved = { ...rent, day: '2026-11-19', version: 2 }

/** Opens the form of the rent, which Mia moved to 19 November meanwhile. */
async function editRent() {
  const saves = [refuse(412, { current: moved, changedAt, changedByName: 'Mia' }), ok(moved)]
  const { user, calls } = await openExpenses({
    [listToday]: ok([rent]),
    'PUT /expenses/7': () => (saves.shift() ?? refuse(500))(),
  })
  await screen.findByText('Rent')
  await user.click(rowOf('Rent').getByRole('button', { name: 'Edit' }))
  const dialog = within(screen.getByRole('dialog'))
  return {
    user,
    dialog,
    save: () => user.click(dialog.getByRole('button', { name: 'Save' })),
    saved: () => calls.filter(({ name }) => name === 'PUT /expenses/7').map(({ body }) => body),
  }
}

test('an expense that another user moved stays on its new day', async () => {
  const { user, dialog, save, saved } = await editRent()
  await user.type(dialog.getByLabelText('Description'), ' 2026')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved()[1]).toMatchObject({ description: 'November 2026', date: '2026-11-19' })
})

test('a day that both changed is asked, and a day that is changed back is sent @long', async () => {
  const { user, dialog, save, saved } = await editRent()
  await pickDay(user, '18 November 2026')
  await save()
  expect(await dialog.findByText('Mia changed this record at 14:03')).toBeTruthy()
  const question = within(dialog.getByRole('radiogroup', { name: 'Date: theirs or mine' }))
  expect(question.getByRole('radio', { name: 'Theirs 19-11-2026' })).toBeTruthy()
  expect(question.getByRole('radio', { name: 'Mine 18-11-2026' })).toBeTruthy()
  await pickDay(user, '21 November 2026')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved()[1]).toMatchObject({ date: '2026-11-21' })
})
