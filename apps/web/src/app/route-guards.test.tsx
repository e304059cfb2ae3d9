import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { never, ok, refuse, stubApi } from '@/test/api-stub'

// @holds spec 2.9, 4.1, 7.9
test('a guarded page shows a full-screen spinner while the session check is pending', () => {
  stubApi({ 'POST /auth/verify': never })
  renderApp('/user', 't1')
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(window.location.pathname).toBe('/user')
})

// @holds spec 2.10, 9.2
test('a guarded page without a session redirects to the login page and remembers its URL', async () => {
  stubApi({ 'POST /auth/verify': refuse(401) })
  renderApp('/sales?from=2026-01-01', 't1')
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
  expect(window.location.pathname).toBe('/auth/login')
  // React Router keeps its state under `usr`; in the history entry it survives a reload.
  expect(window.history.state).toMatchObject({ usr: { from: '/sales?from=2026-01-01' } })
})

// @holds spec 2.11, 6.1, 6.3, 9.2, decision 4.2
test('a guarded page redirects a role that is not allowed to /401', async () => {
  stubApi({ 'POST /auth/verify': ok({ user: { ...owner, role: 4 } }) })
  renderApp('/sales', 't1')
  const title = "Oops! You don't have permission to access this page"
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(window.location.pathname).toBe('/401')
})

// @holds spec 2.1, 2.12, 6.1, decision 4.1
test.each([1, 2, 3])('a guarded page opens for role %i', async (role) => {
  stubApi({ 'POST /auth/verify': ok({ user: { ...owner, role } }) })
  renderApp('/user', 't1')
  expect(await screen.findByRole('heading', { name: 'User Management' })).toBeTruthy()
  expect(window.location.pathname).toBe('/user')
})
