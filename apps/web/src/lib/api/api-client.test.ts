import { expect, test, vi } from 'vitest'

import { ok, refuse, stubApi, unreachable } from '@/test/api-stub'

import { request, requestPage } from './api-client'
import { ApiError, isTransient } from './api-error'
import { sessionStore } from '@/lib/session/session-store'
import { readToken, storeToken } from '@/lib/session/token'

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('It did not fail with an ApiError')
  return error
}

// @holds spec 7.1-7.4, 9.1
test('sends JSON under the API root, with the stored token, and waits without end', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json([1])))
  vi.stubGlobal('fetch', fetched)
  localStorage.setItem('token', 't1')

  await expect(request('GET', '/customers')).resolves.toEqual([1])

  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('/api/v1/customers')
  expect(init?.headers).toEqual({
    'Content-Type': 'application/json',
    Authorization: 'Bearer t1',
  })
  expect(init?.signal).toBeUndefined()
  expect(init?.cache).toBe('no-store')
})

// @holds spec 7.3
test('sends no Authorization without a token', async () => {
  const calls = stubApi({ 'GET /customers': ok([]) })
  await request('GET', '/customers')
  expect(calls[0]?.token).toBeNull()
})

test('sends the body of a DELETE', async () => {
  const calls = stubApi({ 'DELETE /customers/bulk': ok({ count: 2 }) })
  await request('DELETE', '/customers/bulk', { body: { ids: [1, 2] } })
  expect(calls[0]?.body).toEqual({ ids: [1, 2] })
})

test('sends the key that makes a second time count once', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetched)
  await request('POST', '/sales', { body: {}, idempotencyKey: 'k1' })
  expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({
    'Content-Type': 'application/json',
    'Idempotency-Key': 'k1',
  })
})

test('answers undefined to a 204', async () => {
  stubApi({ 'DELETE /customers/1': () => new Response(null, { status: 204 }) })
  await expect(request('DELETE', '/customers/1')).resolves.toBeUndefined()
})

test('reads a page, and how many rows there are on all of them', async () => {
  const headers = { 'X-Total-Count': '120' }
  stubApi({ 'GET /deleted?page=2': () => Response.json([{ id: 7 }], { headers }) })
  await expect(requestPage('/deleted?page=2')).resolves.toEqual({ rows: [{ id: 7 }], total: 120 })
})

test('a page fails as everything else does', async () => {
  storeToken('t1')
  stubApi({ 'GET /deleted': refuse(401) })
  expect(await failureOf(requestPage('/deleted'))).toMatchObject({ status: 401 })
  expect(readToken()).toBeNull()
})

test('turns a problem into an ApiError with its sentence and its fields', async () => {
  const errors = [{ path: 'name', message: 'Name is required' }]
  stubApi({ 'POST /customers': refuse(422, { detail: 'Some fields are not right.', errors }) })
  const error = await failureOf(request('POST', '/customers', { body: {} }))
  expect(error).toMatchObject({ status: 422, message: 'Some fields are not right.', errors })
})

test('turns an error page that is no JSON into an ApiError', async () => {
  stubApi({ 'GET /sales': () => new Response('<h1>Bad Gateway</h1>', { status: 502 }) })
  expect(await failureOf(request('GET', '/sales'))).toMatchObject({ status: 502, errors: [] })
})

test('reads how long to wait', async () => {
  stubApi({ 'POST /auth/login': refuse(429, {}, { 'Retry-After': '30' }) })
  expect((await failureOf(request('POST', '/auth/login'))).retryAfter).toBe(30)
})

test.each([
  ['nobody answers', unreachable],
  ['the answer is not from Stockie', () => new Response('<h1>Hotel WiFi</h1>')],
])('has a status of its own when %s', async (_why, answer) => {
  stubApi({ 'GET /sales': answer })
  const error = await failureOf(request('GET', '/sales'))
  expect(error.status).toBe(0)
  expect(isTransient(error)).toBe(true)
})

test('hands over the signal, and an abort is no failure of the connection', async () => {
  const { signal, ...controller } = abortable()
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    controller.abort()
    return Promise.reject(init.signal?.reason)
  })
  await expect(request('GET', '/sales', { signal })).rejects.toHaveProperty('name', 'AbortError')
})

// @holds spec 4.4, 8.2
test('ends the session at a 401', async () => {
  storeToken('t1')
  stubApi({ 'GET /sales': refuse(401) })
  await failureOf(request('GET', '/sales'))
  expect(readToken()).toBeNull()
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'ended' })
})

test('leaves a newer session alone when an older one is refused', async () => {
  storeToken('old')
  stubApi({
    'GET /sales': () => {
      storeToken('new')
      return refuse(401)()
    },
  })
  await failureOf(request('GET', '/sales'))
  expect(readToken()).toBe('new')
})

// @holds spec 4.4, decision 23.1
test('leaves the session alone when the login call is refused', async () => {
  storeToken('t1')
  stubApi({ 'POST /auth/login': refuse(401) })
  await failureOf(request('POST', '/auth/login', { body: {} }))
  expect(readToken()).toBe('t1')
})

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
