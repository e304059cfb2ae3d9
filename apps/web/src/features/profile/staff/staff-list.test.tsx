import type { UserRow } from '@stockie/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

const mia: UserRow = {
  id: 2,
  name: 'Mia',
  email: 'mia@stockie.test',
  role: 3,
  createdAt: '2026-11-21T09:00:00.000Z',
  lastSeenAt: null,
  secondFactor: false,
  sessions: 0,
  mustChangePassword: false,
  version: 1,
}

async function openStaff(answers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /users': ok([mia]),
    'GET /shop': ok({ secondFactorRequired: false, version: 1 }),
    ...answers,
  })
  const { user } = renderApp('/profile?tab=staff', 't1')
  const list = within(await screen.findByRole('list', { name: 'Staff' }))
  return { user, calls, list }
}

test('an account without a listed sign-in says so', async () => {
  const { list } = await openStaff()
  expect(list.getByRole('listitem').textContent).toContain('No sign-in listed · 0 sessions')
})

test('the sessions of an account end even if none is listed @long', async () => {
  const { user, calls, list } = await openStaff({ 'DELETE /users/2/sessions': ok({ count: 0 }) })
  await user.click(list.getByRole('button', { name: 'Actions for Mia' }))
  await user.click(await screen.findByRole('menuitem', { name: 'End sessions' }))
  expect(await screen.findByText('Mia was signed out everywhere.')).toBeTruthy()
  expect(calls.map(({ name }) => name)).toContain('DELETE /users/2/sessions')
})

test('the notice of public passwords follows a new password @long', async () => {
  const { user, list } = await openStaff({
    'GET /users/known-logins': ok([mia]),
    'POST /users/2/password': ok({ password: 'k7mq-t2xw-9rfd-3hvb' }),
  })
  const notice = await screen.findByRole('complementary', { name: 'Public passwords' })
  await user.click(list.getByRole('button', { name: 'Actions for Mia' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New password' }))
  await user.click(await screen.findByRole('button', { name: 'Create password' }))
  expect(await screen.findByText('k7mq-t2xw-9rfd-3hvb')).toBeTruthy()
  expect(notice.isConnected).toBe(false)
})

const ada = { ...mia, id: 3, name: 'Ada', email: 'ada@stockie.test', role: 2 }

test('an account that another owner adds appears by itself, but moves no button below the pointer', async () => {
  const answers = [ok([mia]), ok([ada, mia])]
  const { user, list } = await openStaff({ 'GET /users': () => (answers.shift() ?? refuse(500))() })
  const actions = list.getByRole('button', { name: 'Actions for Mia' })
  await user.hover(actions)
  fireEvent(window, new Event('visibilitychange'))
  await waitFor(() => expect(answers).toEqual([]))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(list.queryByText('Ada')).toBeNull()
  await user.unhover(actions)
  expect(await list.findByText('Ada')).toBeTruthy()
})
