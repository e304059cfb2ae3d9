import '@/test/other-tabs-listener'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { queuedToasts } from '@/lib/toast'
import { never, ok, refuse, stubApi, unreachable } from '@/test/api-stub'
import { owner } from '@/test/app-harness'
import { logIn, logOut, renewSession, startSession } from './session'
import { readToken, removeToken, sessionStore, storeToken } from './session-store'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('startSession fails without a token and sends no request', async () => {
  const calls = stubApi({})
  await startSession()
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'no token' })
  expect(calls).toEqual([])
})

// @holds spec 3.2, 4.1, 4.2, 7.9
test('the session is pending during the check and then holds the user', async () => {
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
test('a refused check ends the session and removes the token', async () => {
  storeToken('t1')
  stubApi({ 'POST /auth/verify': refuse(401) })
  await startSession()
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'ended' })
  expect(readToken()).toBeNull()
})

test.each([
  ['no server can be reached', unreachable],
  ['the database is down', refuse(503)],
])('startSession retries when %s, then fails and keeps the token', async (_reason, answer) => {
  storeToken('t1')
  const calls = stubApi({ 'POST /auth/verify': answer })
  const started = startSession()
  await vi.runAllTimersAsync()
  await started
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'unreachable' })
  expect(calls).toHaveLength(3)
  expect(readToken()).toBe('t1')
})

test('startSession does not retry after a final error', async () => {
  storeToken('t1')
  const calls = stubApi({ 'POST /auth/verify': refuse(500) })
  await startSession()
  expect(calls).toHaveLength(1)
  expect(readToken()).toBe('t1')
})

test('startSession survives a restart of the server', async () => {
  storeToken('t1')
  const answers = [refuse(503), ok({ user: owner })]
  stubApi({ 'POST /auth/verify': () => (answers.shift() ?? refuse(500))() })
  const started = startSession()
  await vi.runAllTimersAsync()
  await started
  expect(sessionStore.get().authState).toBe('Success')
})

// @holds spec 3.16, 4.3
test('a login stores the token and the user', async () => {
  stubApi({ 'POST /auth/login': ok({ user: owner, token: 't2' }) })
  await logIn({ email: owner.email, password: 'stockie-demo' })
  expect(readToken()).toBe('t2')
  expect(sessionStore.get()).toEqual({ authState: 'Success', ...owner })
})

test.each([
  ['the server has not answered yet', never],
  ['no server can be reached', unreachable],
  ['the server no longer knows the token', refuse(401)],
])('a logout removes the token at once even if %s', async (_reason, answer) => {
  storeToken('t1')
  const calls = stubApi({ 'POST /auth/logout': answer })
  logOut()
  expect(readToken()).toBeNull()
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'signed out' })
  // The request must survive the closing of the page.
  expect(calls).toMatchObject([{ name: 'POST /auth/logout', token: 't1', keepalive: true }])
  await vi.runAllTimersAsync()
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'signed out' })
  expect(Object.keys(localStorage)).toEqual(['stockie-signed-out'])
  expect(sessionStorage).toHaveLength(0)
})

test('a logout removes stored searches and own forms, and a login the searches of other users', async () => {
  const ownKey = 'stockie-params-1-/customer'
  const otherKey = 'stockie-params-2-/customer'
  const otherForm = 'stockie-form-2-customers'
  const formKeys = ['stockie-form-1-customers', otherForm]
  sessionStorage.setItem(ownKey, '?search=Ada')
  sessionStorage.setItem(otherKey, '?search=Bo')
  for (const key of formKeys) sessionStorage.setItem(key, '{}')
  stubApi({ 'POST /auth/login': ok({ user: owner, token: 't2' }) })
  await logIn({ email: owner.email, password: 'stockie-demo' })
  expect(Object.keys(sessionStorage).toSorted()).toEqual([...formKeys, ownKey])
  logOut()
  // The session of the other user has only ended: they sign in again and go on with the form.
  expect(Object.keys(sessionStorage)).toEqual([otherForm])
})

test('a page restored from the back/forward cache checks the session again', () => {
  sessionStore.set({ authState: 'Success', ...owner })
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(sessionStore.get().authState).toBe('Success')
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'ended' })
})

test('a logout in another tab logs out this tab', () => {
  storeToken('t1')
  logOut()
  sessionStore.set({ authState: 'Success', ...owner })
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'signed out' })
})

test('a session that the API ended in another tab ends in this tab', async () => {
  logOut()
  stubApi({ 'POST /auth/login': ok({ user: owner, token: 't2' }) })
  await logIn({ email: owner.email, password: 'stockie-demo' })
  removeToken()
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'ended' })
})

test('a login in another tab signs in this tab as the same user', async () => {
  sessionStore.set({ authState: 'Success', ...owner })
  const manager = { ...owner, id: 2, name: 'Max Manager', role: 2 }
  stubApi({ 'POST /auth/verify': ok({ user: manager }) })
  storeToken('t9')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  await vi.runAllTimersAsync()
  expect(sessionStore.get()).toEqual({ authState: 'Success', ...manager })
  const messages = queuedToasts.get().map(({ message }) => message)
  expect(messages).toEqual(['You are now signed in as Max Manager.'])
})

test('a storage event for another key leaves the session alone', () => {
  sessionStore.set({ authState: 'Success', ...owner })
  window.dispatchEvent(new StorageEvent('storage', { key: 'sales' }))
  expect(sessionStore.get().authState).toBe('Success')
})

test('a check that finishes after a logout changes nothing', async () => {
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

test('a password change that finishes after a logout does not sign the user in again', () => {
  storeToken('t1')
  logOut()
  renewSession({ user: owner, token: 't2' })
  expect(readToken()).toBeNull()
  expect(sessionStore.get().authState).toBe('Failed')
})
