import { afterEach, expect, test, vi } from 'vitest'
import { watchAttendance } from '@/lib/session/attendance'

import { readToken, sessionStore, storeToken } from '@/lib/session/session-store'
import { never, ok, refuse, stubApi, unreachable } from '@/test/api-stub'
import { startAnswerWait, StoppedWaitError } from './answer-wait'
import { ApiError, isTransient, request } from './api-client'
import { requestIdempotentCreate } from './idempotency'
import { requestPage } from './paged-requests'

afterEach(() => {
  vi.useRealTimers()
})

async function catchApiError(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('It did not fail with an ApiError')
  return error
}

// @holds spec 7.1-7.4, 9.1
test('a request sends JSON under the API root, with the stored token and without a timeout', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json([1])))
  vi.stubGlobal('fetch', fetched)
  localStorage.setItem('token', 't1')
  // A page that no user has used for a minute says so in a header.
  vi.spyOn(performance, 'now').mockReturnValue(0)

  await expect(request('GET', '/customers')).resolves.toEqual([1])

  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('/api/v1/customers')
  expect(init?.headers).toEqual({
    'Content-Type': 'application/json',
    Authorization: 'Bearer t1',
  })
  expect(init?.signal).toBeUndefined()
  expect(init?.cache).toBe('no-store')
  expect(init?.referrerPolicy).toBe('same-origin')
})

// @holds spec 7.3
test('a request without a token sends no Authorization header', async () => {
  const calls = stubApi({ 'GET /customers': ok([]) })
  await request('GET', '/customers')
  expect(calls[0]?.token).toBeNull()
})

test('a DELETE request sends its body', async () => {
  const calls = stubApi({ 'DELETE /customers/bulk': ok({ count: 2 }) })
  await request('DELETE', '/customers/bulk', { body: { ids: [1, 2] } })
  expect(calls[0]?.body).toEqual({ ids: [1, 2] })
})

test('a request says if no user has used the page for a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  watchAttendance()
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetched)
  const calledUnattended = async () => {
    await request('GET', '/changes')
    return new Headers(fetched.mock.lastCall?.[1]?.headers).has('X-Unattended')
  }
  for (const input of ['pointerdown', 'pointermove', 'wheel', 'keydown']) {
    window.dispatchEvent(new Event(input))
    vi.advanceTimersByTime(59_000)
    expect(await calledUnattended()).toBe(false)
    vi.advanceTimersByTime(2000)
    expect(await calledUnattended()).toBe(true)
  }
})

test('a request sends its idempotency key', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetched)
  await request('POST', '/sales', { body: {}, idempotencyKey: 'k1' })
  expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({
    'Content-Type': 'application/json',
    'Idempotency-Key': 'k1',
  })
})

test('a request returns undefined for a 204', async () => {
  stubApi({ 'DELETE /customers/1': () => new Response(null, { status: 204 }) })
  await expect(request('DELETE', '/customers/1')).resolves.toBeUndefined()
})

test('requestPage returns the rows of a page and the total of all pages', async () => {
  const headers = { 'X-Total-Count': '120' }
  stubApi({ 'GET /deleted?page=2': () => Response.json([{ id: 7 }], { headers }) })
  await expect(requestPage('/deleted?page=2')).resolves.toEqual({ rows: [{ id: 7 }], total: 120 })
})

test('requestPage ends the session at a 401, as every request does', async () => {
  storeToken('t1')
  stubApi({ 'GET /deleted': refuse(401) })
  expect(await catchApiError(requestPage('/deleted'))).toMatchObject({ status: 401 })
  expect(readToken()).toBeNull()
})

test('a refused request throws an ApiError with the detail and the field errors', async () => {
  const errors = [{ path: 'name', message: 'Name is required' }]
  stubApi({ 'POST /customers': refuse(422, { detail: 'Some fields are not right.', errors }) })
  const error = await catchApiError(request('POST', '/customers', { body: {} }))
  expect(error).toMatchObject({ status: 422, message: 'Some fields are not right.', errors })
})

test('a request throws an ApiError for an error page that is not JSON', async () => {
  stubApi({ 'GET /sales': () => new Response('<h1>Bad Gateway</h1>', { status: 502 }) })
  expect(await catchApiError(request('GET', '/sales'))).toMatchObject({ status: 502, errors: [] })
})

test('an ApiError carries the seconds of the Retry-After header', async () => {
  stubApi({ 'POST /auth/login': refuse(429, {}, { 'Retry-After': '30' }) })
  expect((await catchApiError(request('POST', '/auth/login'))).retryAfter).toBe(30)
})

test.each([
  ['the API does not answer', unreachable],
  ['the answer is not from Stockie', () => new Response('<h1>Hotel WiFi</h1>')],
  ['the answer is cut off', () => new Response(brokenStream())],
])('a request fails as transient with status 0 when %s', async (_reason, answer) => {
  stubApi({ 'GET /sales': answer })
  const error = await catchApiError(request('GET', '/sales'))
  expect(error.status).toBe(0)
  expect(isTransient(error)).toBe(true)
})

test('a creation that gets no answer in time fails like one that reaches no server', async () => {
  vi.useFakeTimers()
  stubApi({ 'POST /customers': never })
  const { signal } = startAnswerWait()
  const sent = { body: {}, idempotencyKey: 'k1', signal }
  const failed = catchApiError(requestIdempotentCreate('/customers', sent))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failed).toMatchObject({
    status: 0,
    message: expect.stringContaining('cannot be reached'),
  })
})

test.each([
  ['before the answer', never],
  [
    'within the answer',
    (signal: AbortSignal) => Promise.resolve(new Response(endlessBody(signal))),
  ],
])(
  'a creation fails with a StoppedWaitError if its caller stops waiting %s',
  async (_when, answer) => {
    const { signal, stop } = startAnswerWait()
    stubApi({ 'POST /customers': () => answer(signal) })
    const sent = { body: {}, idempotencyKey: 'k1', signal }
    const failed = catchApiError(requestIdempotentCreate('/customers', sent))
    await new Promise((resolve) => setTimeout(resolve))
    stop()
    expect(await failed).toBeInstanceOf(StoppedWaitError)
  },
)

test('a request passes on its abort signal and rejects with the AbortError', async () => {
  const { signal, ...controller } = abortable()
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    controller.abort()
    return Promise.reject(init.signal?.reason)
  })
  await expect(request('GET', '/sales', { signal })).rejects.toHaveProperty('name', 'AbortError')
})

// @holds spec 4.4, 8.2
test('a 401 ends the session', async () => {
  storeToken('t1')
  stubApi({ 'GET /sales': refuse(401) })
  await catchApiError(request('GET', '/sales'))
  expect(readToken()).toBeNull()
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'ended' })
})

test('a 401 to an older token leaves the newer session alone', async () => {
  storeToken('old')
  stubApi({
    'GET /sales': () => {
      storeToken('new')
      return refuse(401)()
    },
  })
  await catchApiError(request('GET', '/sales'))
  expect(readToken()).toBe('new')
})

// @holds spec 4.4, decision 23.1
test('a 401 to the login request leaves the session alone', async () => {
  storeToken('t1')
  stubApi({ 'POST /auth/login': refuse(401) })
  await catchApiError(request('POST', '/auth/login', { body: {} }))
  expect(readToken()).toBe('t1')
})

function brokenStream() {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('[{"id":1,'))
      controller.error(new TypeError('network error'))
    },
  })
}

function endlessBody(signal: AbortSignal) {
  return new ReadableStream({
    start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
  })
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
