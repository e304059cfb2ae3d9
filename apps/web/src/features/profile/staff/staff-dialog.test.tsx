import type { UserRow } from '@stockie/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { never, ok, refuse, stubApi } from '@/test/api-stub'

afterEach(() => {
  vi.useRealTimers()
})

const mia: UserRow = {
  id: 2,
  name: 'Mia',
  email: 'mia@stockie.test',
  role: 3,
  createdAt: '2026-11-21T09:00:00.000Z',
  lastSeenAt: null,
  secondFactor: false,
  sessions: 0,
  mustChangePassword: true,
  version: 1,
}
const message = 'There is already an account for mia@stockie.test.'
const isTaken = refuse(422, { errors: [{ path: 'email', message }] })

/** Sends the form of an account that the API adds as `added`, and stops waiting for its answer. */
async function stopWaiting(added: UserRow) {
  let rows: UserRow[] = []
  const answers = [
    () => {
      rows = [added]
      return never()
    },
    isTaken,
  ]
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /users': () => ok(rows)(),
    'GET /shop': ok({ secondFactorRequired: false, version: 1 }),
    'POST /users': () => (answers.shift() ?? refuse(500))(),
    'POST /users/2/password': ok({ password: 'k7mq-t2xw-9rfd-3hvb' }),
  })
  const { user } = renderApp('/profile?tab=staff', 't1')
  await user.click(await screen.findByRole('button', { name: 'Add account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Account' }))
  await user.type(dialog.getByLabelText('Name'), 'Mia')
  await user.type(dialog.getByLabelText('Email'), 'Mia@stockie.test')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const save = dialog.getByRole('button', { name: 'Save' })
  await user.click(save)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await user.click(dialog.getByRole('button', { name: 'Stop waiting' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Error: You stopped waiting\./)
  const sent = (name: string) => calls.filter((call) => call.name === name)
  return { user, dialog, save, sent }
}

test('an account whose answer the owner did not wait for appears in the list @long', async () => {
  await stopWaiting(mia)
  // Sooner than the next poll.
  expect(await screen.findByText('mia@stockie.test', {}, { timeout: 2_000 })).toBeTruthy()
})

test('an account that is saved again is added once, and its password is shown', async () => {
  const { user, save, sent } = await stopWaiting(mia)
  await user.click(save)
  const shown = within(await screen.findByRole('dialog', { name: 'One-Time Password' }))
  expect(shown.getByText('k7mq-t2xw-9rfd-3hvb')).toBeTruthy()
  const [first, second] = sent('POST /users')
  expect(second?.key).toBe(first?.key)
  expect(screen.queryByText(message)).toBeNull()
})

test('an account that is changed and saved again says that it was added without the changes @long', async () => {
  const { user, dialog, save, sent } = await stopWaiting(mia)
  await user.type(dialog.getByLabelText('Name'), 'la')
  await user.click(save)
  await waitFor(() =>
    expect(dialog.getByRole('alert').textContent).toMatch(
      /^Error: This account was added already\. Your later changes were not saved\./,
    ),
  )
  expect(sent('POST /users/2/password')).toEqual([])
})

test.each([
  ['another name', { ...mia, name: 'Mia Castellano' }],
  ['a sign-in', { ...mia, lastSeenAt: '2026-11-25T09:30:00.000Z' }],
  ['a password of its own', { ...mia, mustChangePassword: false }],
])('an account of the same e-mail with %s keeps its password @long', async (_what, other) => {
  const { user, dialog, save, sent } = await stopWaiting(other)
  await user.click(save)
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(sent('POST /users/2/password')).toEqual([])
})

/** Opens the form of Mia, whose saves get these answers in turn. */
async function editMia(saves: (() => Response)[]) {
  const answers = [...saves]
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /users': ok([mia]),
    'GET /shop': ok({ secondFactorRequired: false, version: 1 }),
    'PUT /users/2': () => (answers.shift() ?? refuse(500))(),
  })
  const { user } = renderApp('/profile?tab=staff', 't1')
  await user.click(await screen.findByRole('button', { name: 'Actions for Mia' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Account' }))
  return {
    user,
    dialog,
    save: () => user.click(dialog.getByRole('button', { name: 'Save' })),
    saved: () => calls.filter(({ name }) => name === 'PUT /users/2'),
  }
}

const changedAt = new Date().toISOString()

test('a role that two owners change at once is asked, and names that one of them changed are merged @long', async () => {
  const current = { ...mia, name: 'Mia C.', role: 1, version: 2 }
  const { user, dialog, save, saved } = await editMia([
    refuse(412, { current, changedAt, changedByName: 'Noa' }),
    ok(mia),
  ])
  await user.selectOptions(dialog.getByLabelText('Role'), 'Manager')
  await save()
  expect(await dialog.findByText(/^Noa changed this record at/)).toBeTruthy()
  expect(dialog.getByRole('radio', { name: 'Theirs Owner' })).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'Mine Manager' }))
  await save()
  expect(await screen.findByText('Account updated successfully.')).toBeTruthy()
  expect(saved()[1]).toMatchObject({ version: '"2"', body: { name: 'Mia C.', role: 2 } })
})

test('an account that was removed meanwhile cannot be restored from its form @long', async () => {
  const { user, dialog, save } = await editMia([
    refuse(404, { deletedAt: changedAt, deletedByName: 'Noa' }),
  ])
  await user.type(dialog.getByLabelText('Name'), ' C.')
  await save()
  expect(await dialog.findByText(/^Noa removed this account at/)).toBeTruthy()
  expect(dialog.getByText(/^What you entered cannot be saved\. Add the account again/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
})
