import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { request } from '@/lib/api/api-client'
import { readToken, removeToken } from '@/lib/session/session-store'
import '@/test/other-tabs-listener'
import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

const signedIn = { 'POST /auth/verify': ok({ user: owner }) }

test.each([
  ['/', 'Dashboard'],
  ['/dashboard', 'Dashboard'],
  ['/customer', 'Customer Management'],
  ['/supplier', 'Supplier Management'],
  ['/category', 'Category Management'],
  ['/expense-category', 'Expense Category Management'],
  ['/expense', 'Expense Management'],
  ['/product', 'Product Management'],
  ['/sales', 'Sales Management'],
  ['/sales/create', 'Create Sales'],
  ['/purchase', 'Purchase Management'],
  ['/purchase/create', 'Create Purchase'],
  ['/user', 'User Management'],
  ['/profile', 'Profile'],
  ['/500', 'Oops! Something went wrong'],
  ['/404', 'Oops! Page Not Found!'],
  ['/401', "Oops! You don't have permission to access this page"],
  ['/somewhere/else', 'Oops! Page Not Found!'],
  // @holds spec 2.2-2.4, 2.6, 8.52, decision 25.1
])('%s shows the heading "%s"', async (path, title) => {
  stubApi(signedIn)
  renderApp(path, 't1')
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe(`${title} · Stockie`))
  expect(window.location.pathname).toBe(path)
})

// @holds spec 4.4, 8.2
test('a 401 during work leads to the login page and, after the login, back to the same URL', async () => {
  stubApi({
    ...signedIn,
    'GET /sales': refuse(401),
    'POST /auth/login': ok({ user: owner, token: 't2' }),
  })
  const { user } = renderApp('/sales?page=2', 't1')
  await screen.findByRole('heading', { name: 'Sales Management' })

  await act(() => request('GET', '/sales').catch(() => {}))

  expect(await screen.findByText('Your session has ended. Please log in again.')).toBeTruthy()
  expect(readToken()).toBeNull()
  await user.type(screen.getByLabelText('Email'), owner.email)
  await user.type(screen.getByLabelText('Password'), 'stockie-demo{Enter}')
  expect(await screen.findByRole('heading', { name: 'Sales Management' })).toBeTruthy()
  expect(window.location.search).toBe('?page=2')
})

test('logging out forgets the token and the page for the next login', async () => {
  stubApi({ ...signedIn, 'POST /auth/login': ok({ user: owner, token: 't2' }) })
  const { user } = renderApp('/sales', 't1')
  await user.click(await screen.findByRole('button', { name: 'User menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))

  await screen.findByRole('heading', { name: 'Login' })
  expect(readToken()).toBeNull()
  await user.type(screen.getByLabelText('Email'), owner.email)
  await user.type(screen.getByLabelText('Password'), 'stockie-demo{Enter}')
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
})

test('a log out in another tab logs this tab out too', async () => {
  stubApi(signedIn)
  renderApp('/user', 't1')
  await screen.findByRole('heading', { name: 'User Management' })
  removeToken()
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  })
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
})

test('a user whose role may open no page can log out on the 401 page', async () => {
  stubApi({ 'POST /auth/verify': ok({ user: { ...owner, role: 4 } }) })
  const { user } = renderApp('/sales', 't1')
  await user.click(await screen.findByRole('button', { name: `Log out ${owner.email}` }))
  await waitFor(() => expect(window.location.pathname).toBe('/auth/login'))
  expect(readToken()).toBeNull()
})

test.each([
  ['button', 'Go Back'],
  ['link', 'Back to Home'],
])('the %s "%s" logs out a user whose role may open no page', async (role, name) => {
  stubApi({ 'POST /auth/verify': ok({ user: { ...owner, role: 4 } }) })
  const { user } = renderApp('/sales', 't1')
  expect(await screen.findByText(/^Your account may not open any page\./)).toBeTruthy()
  await user.click(screen.getByRole(role, { name }))
  await waitFor(() => expect(window.location.pathname).toBe('/auth/login'))
  expect(readToken()).toBeNull()
})

// @holds spec 2.35, 2.36
test('Go Back on an error page leads to the previous page', async () => {
  stubApi(signedIn)
  const { user } = renderApp('/user', 't1')
  await user.click(await screen.findByRole('link', { name: 'Sales' }))
  await screen.findByRole('heading', { name: 'Sales Management' })
  window.history.pushState({ idx: 2, usr: null, key: 'lost' }, '', '/lost')
  act(() => {
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

  await user.click(await screen.findByRole('button', { name: 'Go Back' }))
  expect(await screen.findByRole('heading', { name: 'Sales Management' })).toBeTruthy()
})

test('Go Back and Back to Home both lead home from an error page that a new tab opened', async () => {
  stubApi(signedIn)
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
  const { user } = renderApp('/500', 't1')
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
  await user.click(screen.getByRole('button', { name: 'Go Back' }))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
})
