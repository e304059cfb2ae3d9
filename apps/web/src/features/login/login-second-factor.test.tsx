import { problemType } from '@stockie/contracts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { readToken } from '@/lib/session/session-store'
import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

const required = refuse(401, { type: problemType('second_factor_required') })
const refused = refuse(401, { type: problemType('unauthenticated') })

/** Signs in with the password. The API gives one answer after the other. */
async function openCodeStep(...later: (() => Response)[]) {
  const answers = [required, ...later]
  const calls = stubApi({ 'POST /auth/login': () => (answers.shift() ?? refuse(500))() })
  const { user } = renderApp('/auth/login')
  expect(screen.queryByLabelText('Code')).toBeNull()
  await user.type(screen.getByLabelText('Email'), owner.email)
  await user.type(screen.getByLabelText('Password'), 'stockie-demo{Enter}')
  const code = await screen.findByLabelText<HTMLInputElement>('Code')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Login' })).not.toHaveProperty('disabled', true),
  )
  return { user, calls, code }
}

function describe(field: HTMLElement) {
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
}

test('a login that needs a code shows the field for it with the focus, and no toast', async () => {
  const { user, calls, code } = await openCodeStep(ok({ user: owner, token: 't1' }))
  expect(document.activeElement).toBe(code)
  expect(code.autocomplete).toBe('one-time-code')
  expect(describe(code)).toBe('From your app, or a recovery code')
  expect(screen.queryByText('Incorrect email or password.')).toBeNull()
  const credentials = { email: owner.email, password: 'stockie-demo' }
  expect(calls[0]?.body).toEqual(credentials)

  await user.type(code, 'k7mq-t2xw-9rfd{Enter}')
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
  expect(readToken()).toBe('t1')
  expect(calls[1]?.body).toEqual({ ...credentials, code: 'k7mq-t2xw-9rfd' })
  const stored = JSON.stringify(
    [localStorage, sessionStorage].map((storage) => Object.entries(storage)),
  )
  expect(stored + window.location.href).not.toContain('k7mq')
})

test('a wrong code shows the failure of a wrong password and selects the code', async () => {
  const { user, code } = await openCodeStep(refused)
  await user.type(code, '123456{Enter}')
  expect(await screen.findByText('Incorrect email or password.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6])
})

test('an empty code is reported at its field and sends nothing', async () => {
  const { user, calls, code } = await openCodeStep()
  await user.type(code, '  {Enter}')
  await waitFor(() => expect(describe(code)).toBe('Please enter the code'))
  expect(code.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(code)
  expect(calls).toHaveLength(1)
  await user.type(code, '1')
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('false'))
})

test.each(['Email', 'Password'])('a change of %s hides the code and forgets it', async (label) => {
  const { user, calls, code } = await openCodeStep(required)
  await user.type(code, '123456')
  await user.type(screen.getByLabelText(label), 'x')
  await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull())

  await user.keyboard('{Enter}')
  expect(await screen.findByLabelText('Code')).toHaveProperty('value', '')
  expect(calls[1]?.body).not.toHaveProperty('code')
})

test('the code stays if a password manager fills in the same values once more', async () => {
  const { code } = await openCodeStep()
  fireEvent.input(screen.getByLabelText('Password'))
  expect(screen.getByLabelText('Code')).toBe(code)
})
