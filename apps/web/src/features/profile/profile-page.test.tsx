import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { readToken } from '@/lib/session/session-store'
import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

async function openProfile(answers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ 'POST /auth/verify': ok({ user: owner }), ...answers })
  const { user } = renderApp('/profile', 't1')
  const current = await screen.findByLabelText('Current password')
  const next = screen.getByLabelText('New password')
  const repeat = screen.getByLabelText('Repeat new password')

  async function change(words: [string, string, string]) {
    await user.type(current, words[0])
    await user.type(next, words[1])
    await user.type(repeat, words[2])
    await user.click(screen.getByRole('button', { name: 'Change Password' }))
  }
  return { user, calls, current, next, repeat, change }
}

// @holds spec 2.5, decision 21.1
test('the profile shows the name, e-mail and role name', async () => {
  await openProfile()
  const facts = screen.getAllByRole('definition').map((fact) => fact.textContent)
  expect(facts).toEqual(['Olivia Owner', 'owner@stockie.test', 'Owner'])
})

// @holds decision 21.3, 32.1
test('a password change continues the session with the new token', async () => {
  const { calls, current, change } = await openProfile({
    'POST /auth/password': ok({ user: owner, token: 't2' }),
  })
  await change(['stockie-demo', 'a-better-password', 'a-better-password'])
  expect(await screen.findByText('Password changed successfully.')).toBeTruthy()
  expect(readToken()).toBe('t2')
  expect(calls.find(({ name }) => name === 'POST /auth/password')?.body).toEqual({
    currentPassword: 'stockie-demo',
    newPassword: 'a-better-password',
  })
  await waitFor(() => expect(current).toHaveProperty('value', ''))
})

// @holds decision 21.2
test('two different new passwords are rejected without a request', async () => {
  const { calls, repeat, change } = await openProfile()
  await change(['stockie-demo', 'a-better-password', 'another-password'])
  await waitFor(() => expect(repeat.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(repeat)
  expect(calls.filter(({ name }) => name === 'POST /auth/password')).toEqual([])
})

test('a server error of the password form appears at its field', async () => {
  const errors = [{ path: 'currentPassword', message: 'The current password is not correct' }]
  const { current, change } = await openProfile({ 'POST /auth/password': refuse(422, { errors }) })
  await change(['wrong-password', 'a-better-password', 'a-better-password'])
  expect(await screen.findByText('The current password is not correct')).toBeTruthy()
  expect(document.activeElement).toBe(current)
  expect(
    await screen.findByText('Unable to change password. Please check your input and try again.'),
  ).toBeTruthy()
  expect(readToken()).toBe('t1')
})

test('an error without a field appears above the password form until the next submit', async () => {
  const answers = [refuse(500, { detail: 'It went wrong.' }), ok({ user: owner, token: 't2' })]
  const { user, change } = await openProfile({
    'POST /auth/password': () => (answers.shift() ?? refuse(500))(),
  })
  await change(['stockie-demo', 'a-better-password', 'a-better-password'])
  expect((await screen.findByRole('alert')).textContent).toBe('Error: It went wrong.')
  await user.click(screen.getByRole('button', { name: 'Change Password' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('the password form focuses the first field that the server rejects', async () => {
  const errors = [
    { path: 'currentPassword', message: 'The current password is not correct' },
    { path: 'newPassword', message: 'Password is too common' },
  ]
  const { current, change } = await openProfile({ 'POST /auth/password': refuse(422, { errors }) })
  await change(['wrong-password', 'a-better-password', 'a-better-password'])
  expect(await screen.findByText('Password is too common')).toBeTruthy()
  expect(document.activeElement).toBe(current)
})

test('the password form states its rule and rejects the current password as the new one', async () => {
  const { calls, next, change } = await openProfile()
  const description = () =>
    document.getElementById(next.getAttribute('aria-describedby') ?? '')?.textContent
  expect(description()).toBe('At least 8 characters')
  await change(['the-old-password', 'the-old-password', 'the-old-password'])
  await waitFor(() =>
    expect(description()).toBe('This is your current password: please choose another'),
  )
  expect(calls.filter(({ name }) => name === 'POST /auth/password')).toEqual([])
})
