import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import '@/test/other-tabs-listener'
import { owner } from '@/test/app-harness'
import { never, ok, refuse, stubApi, unreachable } from '@/test/api-stub'

import { logIn, logOut, renewSession, startSession } from './session'
import { sessionStore } from './session-store'
import { waitingToasts } from '@/lib/toast'
import { readToken, removeToken, storeToken } from './token'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('fails at once without a token, and asks nobody', async () => {
  const calls = stubApi({})
  await startSession()
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'no token' })
  expect(calls).toEqual([])
})

// @holds spec 3.2, 4.1, 4.2, 7.9
test('is pending while the check is made, then carries the fields of the user', async () => {
  storeToken('t1')
  sessionStore.set({ authState: 'Failed', because: 'unreachable' })
  const calls = stubApi({ 'POST /auth/verify': ok({ user: owner }) })
  const started = startSession()
  expect(sessionStore.get()).toEqual({ authState: 'Pending' })
  await started
  expect(calls).toMatchObject([{ token: 't1', body: undefined }])
  expect(sessionStore.get()).toEqual({ authState: 'Success', ...owner })
})

// @holds spec 3.2, 4.2, 8.3
test('fails and removes the token when the check is refused', async () => {
  storeToken('t1')
  stubApi({ 'POST /auth/verify': refuse(401) })
  await startSession()
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'ended' })
  expect(readToken()).toBeNull()
})

test.each([
  ['nobody answers', unreachable],
  ['the database is away', refuse(503)],
])('tries again while %s, then fails and keeps the token', async (_why, answer) => {
  storeToken('t1')
  const calls = stubApi({ 'POST /auth/verify': answer })
  const started = startSession()
  await vi.runAllTimersAsync()
  await started
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'unreachable' })
  expect(calls).toHaveLength(3)
  expect(readToken()).toBe('t1')
})

test('does not try again what the server has answered for good', async () => {
  storeToken('t1')
  const calls = stubApi({ 'POST /auth/verify': refuse(500) })
  await startSession()
  expect(calls).toHaveLength(1)
  expect(readToken()).toBe('t1')
})

test('comes through a restart of the server', async () => {
  storeToken('t1')
  const answers = [refuse(503), ok({ user: owner })]
  stubApi({ 'POST /auth/verify': () => (answers.shift() ?? refuse(500))() })
  const started = startSession()
  await vi.runAllTimersAsync()
  await started
  expect(sessionStore.get().authState).toBe('Success')
})

// @holds spec 3.16, 4.3
test('keeps the token and the user of a login', async () => {
  stubApi({ 'POST /auth/login': ok({ user: owner, token: 't2' }) })
  await logIn({ email: owner.email, password: 'stockie-demo' })
  expect(readToken()).toBe('t2')
  expect(sessionStore.get()).toEqual({ authState: 'Success', ...owner })
})

test.each([
  ['at once, while the server is told to end the session', never],
  ['also where no server can be reached', unreachable],
  ['also where the server knows the token no more', refuse(401)],
])('removes the token of whoever logs out: %s', async (_when, answer) => {
  storeToken('t1')
  const calls = stubApi({ 'POST /auth/logout': answer })
  logOut()
  expect(readToken()).toBeNull()
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'signed out' })
  // The page may go at once.
  expect(calls).toMatchObject([{ name: 'POST /auth/logout', token: 't1', keepalive: true }])
  await vi.runAllTimersAsync()
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'signed out' })
  expect(Object.keys(localStorage)).toEqual(['stockie-signed-out'])
  expect(sessionStorage).toHaveLength(0)
})

test('what was searched for goes with whoever logs out, and nobody else finds it', async () => {
  const mine = 'stockie-params-1-/customer'
  const theirs = 'stockie-params-2-/customer'
  sessionStorage.setItem(mine, '?search=Ada')
  sessionStorage.setItem(theirs, '?search=Bo')
  stubApi({ 'POST /auth/login': ok({ user: owner, token: 't2' }) })
  await logIn({ email: owner.email, password: 'stockie-demo' })
  expect(Object.keys(sessionStorage)).toEqual([mine])
  logOut()
  expect(sessionStorage).toHaveLength(0)
})

test('a page that Back brings out of the browser’s memory asks who is here now', () => {
  sessionStore.set({ authState: 'Success', ...owner })
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(sessionStore.get().authState).toBe('Success')
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'ended' })
})

test('a log out in another tab is one here', () => {
  storeToken('t1')
  logOut()
  sessionStore.set({ authState: 'Success', ...owner })
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'signed out' })
})

test('a session that the API ended in another tab has ended here', async () => {
  logOut()
  stubApi({ 'POST /auth/login': ok({ user: owner, token: 't2' }) })
  await logIn({ email: owner.email, password: 'stockie-demo' })
  removeToken()
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'ended' })
})

test('a login in another tab is one here, whoever it was', async () => {
  sessionStore.set({ authState: 'Success', ...owner })
  const manager = { ...owner, id: 2, name: 'Max Manager', role: 2 }
  stubApi({ 'POST /auth/verify': ok({ user: manager }) })
  storeToken('t9')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  await vi.runAllTimersAsync()
  expect(sessionStore.get()).toEqual({ authState: 'Success', ...manager })
  const raised = waitingToasts.get().map(({ message }) => message)
  expect(raised).toEqual(['You are now signed in as Max Manager.'])
})

test('what another tab keeps under another key changes nothing', () => {
  sessionStore.set({ authState: 'Success', ...owner })
  window.dispatchEvent(new StorageEvent('storage', { key: 'sales' }))
  expect(sessionStore.get().authState).toBe('Success')
})

test('a check that comes back after a log out changes nothing', async () => {
  storeToken('t1')
  stubApi({
    'POST /auth/verify': () => {
      logOut()
      return ok({ user: owner })()
    },
  })
  await startSession()
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'signed out' })
})

test('a password that was changed brings nobody back who has logged out meanwhile', () => {
  storeToken('t1')
  logOut()
  renewSession({ user: owner, token: 't2' })
  expect(readToken()).toBeNull()
  expect(sessionStore.get().authState).toBe('Failed')
})
