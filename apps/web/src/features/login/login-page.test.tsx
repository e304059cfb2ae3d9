import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { readToken } from '@/lib/session/session-store'
import { owner, renderApp } from '@/test/app-harness'
import { never, ok, refuse, stubApi, unreachable } from '@/test/api-stub'

function openLogin(answers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi(answers)
  const { user } = renderApp('/auth/login')
  const email = screen.getByLabelText('Email')
  const password = screen.getByLabelText('Password')
  const button = screen.getByRole('button', { name: 'Login' })

  async function logIn(typedEmail = owner.email, typedPassword = 'stockie-demo') {
    if (typedEmail) await user.type(email, typedEmail)
    if (typedPassword) await user.type(password, typedPassword)
    await user.click(button)
  }
  return { user, calls, email, password, button, logIn }
}

test.each([
  ['', 'stockie-demo', 'Please enter your email', 'Email'],
  ['owner', 'stockie-demo', 'Invalid email address', 'Email'],
  ['owner@stockie.test', '', 'Please enter your password', 'Password'],
  ['owner@stockie.test', '123456', 'Password must be at least 8 characters long', 'Password'],
])(
  // @holds spec 5.16-5.19
  'the login form rejects the e-mail %o with the password %o: %s',
  async (typedEmail, typedPassword, message, label) => {
    const { calls, logIn } = openLogin()
    await logIn(typedEmail, typedPassword)

    await screen.findByText(message)
    const field = screen.getByLabelText(label)
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const describedBy = field.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(describedBy)?.textContent).toBe(message)
    expect(calls).toEqual([])
  },
)

// @holds spec 5.20, 9.12, decision 17.2
test('the login form accepts a password of seven characters, as the specification enforces', async () => {
  const { calls, logIn } = openLogin({ 'POST /auth/login': refuse(401) })
  await logIn(owner.email, '1234567')
  await waitFor(() => expect(calls).toHaveLength(1))
})

test("a field's message disappears as soon as the field is valid", async () => {
  const { user, email, logIn } = openLogin()
  await logIn('', '')
  await screen.findByText('Please enter your email')
  await user.type(email, 'owner@stockie.test')
  await waitFor(() => expect(screen.queryByText(/Invalid email|enter your email/)).toBeNull())
  expect(screen.getByText('Please enter your password')).toBeTruthy()
})

// @holds spec 2.34, 4.3, 7.6
test('a login stores the token and opens the dashboard at /', async () => {
  const { calls, logIn } = openLogin({ 'POST /auth/login': ok({ user: owner, token: 't1' }) })
  await logIn()
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
  expect(window.location.pathname).toBe('/')
  expect(readToken()).toBe('t1')
  expect(calls[0]?.body).toEqual({ email: owner.email, password: 'stockie-demo' })
})

test('the login form disables its button and sends once while it waits', async () => {
  const { user, calls, password, button, logIn } = openLogin({ 'POST /auth/login': never })
  await logIn()
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(button).toHaveProperty('disabled', true)
  // This shows the button's spinner.
  expect(button.closest('form')?.getAttribute('aria-busy')).toBe('true')
  await user.type(password, '{Enter}{Enter}')
  expect(calls).toHaveLength(1)
})

test.each([
  ['a wrong password', refuse(401), 'Incorrect email or password.'],
  [
    'too many attempts',
    refuse(429, {}, { 'Retry-After': '42' }),
    'Too many attempts. Please try again in 42 seconds.',
  ],
  [
    'no connection',
    unreachable,
    'Stockie cannot be reached. Please check your connection and try again.',
  ],
  [
    'a failing server',
    refuse(503),
    'Stockie cannot sign you in right now. Please try again shortly.',
  ],
])(
  // @holds spec 8.51, decision 23.1
  'a login that fails because of %s shows a toast and can be retried',
  async (_reason, answer, message) => {
    const { password, button, logIn } = openLogin({ 'POST /auth/login': answer })
    await logIn()
    expect(await screen.findByText(message)).toBeTruthy()
    expect(window.location.pathname).toBe('/auth/login')
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    expect(document.activeElement).toBe(password)
  },
)

test('the toggle shows and hides the password', async () => {
  const { user, password } = openLogin()
  const toggle = screen.getByRole('button', { name: 'Show password', pressed: false })
  expect(password.getAttribute('type')).toBe('password')
  await user.click(toggle)
  expect(password.getAttribute('type')).toBe('text')
  expect(toggle.getAttribute('aria-pressed')).toBe('true')
  await user.click(toggle)
  expect(password.getAttribute('type')).toBe('password')
})

test('the password field shows a Caps Lock warning while Caps Lock is on', () => {
  const { password } = openLogin()
  function press(isOn: boolean) {
    const event = createEvent.keyDown(password)
    fireEvent(password, Object.assign(event, { getModifierState: () => isOn }))
  }
  const hint = () => password.getAttribute('aria-describedby') ?? ''
  press(true)
  expect(document.getElementById(hint())?.textContent).toBe('Caps Lock is on')
  expect(document.getElementById(hint())?.getAttribute('aria-live')).toBe('polite')
  press(false)
  expect(screen.queryByText('Caps Lock is on')).toBeNull()
  press(true)
  fireEvent.blur(password)
  expect(screen.queryByText('Caps Lock is on')).toBeNull()
})

test('the login page redirects a signed-in user to the dashboard', async () => {
  stubApi({ 'POST /auth/verify': ok({ user: owner }) })
  renderApp('/auth/login', 't1')
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
})

test('Try again on the login page repeats a session check that failed', async () => {
  const answers = [refuse(500), ok({ user: owner })]
  stubApi({ 'POST /auth/verify': () => (answers.shift() ?? refuse(500))() })
  const { user } = renderApp('/user', 't1')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'User Management' })).toBeTruthy()
})
