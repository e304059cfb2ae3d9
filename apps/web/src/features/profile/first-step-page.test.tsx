import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { readToken } from '@/lib/session/session-store'
import { owner, renderApp } from '@/test/app-harness'
import { ok, stubApi } from '@/test/api-stub'

test('an account with a one-time password sees only the form that replaces it', async () => {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: { ...owner, mustChangePassword: true } }),
    'POST /auth/password': ok({ user: owner, token: 't2' }),
    'GET *': ok([]),
  })
  const { user } = renderApp('/customer', 't1')
  await user.type(await screen.findByLabelText('One-time password'), 'k7mq-t2xw-9rfd-3hvb')
  expect(calls.map(({ name }) => name)).toEqual(['POST /auth/verify'])
  expect(document.title).toContain('Choose a Password')
  await user.keyboard('{Escape}')
  await user.type(screen.getByLabelText('New password'), 'seven green bottles')
  await user.type(screen.getByLabelText('Repeat new password'), 'seven green bottles')
  await user.click(screen.getByRole('button', { name: 'Change Password' }))
  expect(await screen.findByRole('heading', { name: 'Customer Management' })).toBeTruthy()
  expect(readToken()).toBe('t2')
})
