import { apiRoot } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, password } from '#test/support/test-users'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

// @holds asvs 3.5.1
test('no page, call or check is served under the name of another website', async () => {
  const { id: userId } = await createUser(api.pool)
  const token = api.tokens.sign({ userId, version: 0 })
  for (const path of ['/', '/sales', '/livez', '/readyz', `${apiRoot}/customers`, '/nothing']) {
    const answer = await call(api.url + path, { token, headers: { host: 'evil.example:3000' } })
    expect([path, answer.status]).toEqual([path, 400])
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('ALLOWED_HOSTS in .env') })
  }
  const headers = { host: 'shop.example' }
  expect((await api.call('/customers', { token, headers })).status).toBe(200)
})

test('a call that misses its token is refused for its host first', async () => {
  const headers = { host: 'evil.example' }
  expect((await api.call('/customers', { headers })).status).toBe(400)
  expect((await api.call('/customers', { method: 'POST', headers, body: '{' })).status).toBe(400)
})

// @holds asvs 3.5.1
test('the page of another website cannot sign in, and costs no attempt', async () => {
  const { email } = await createUser(api.pool)
  const login = (headers: Record<string, string>, body: object = { email, password }) =>
    api.call('/auth/login', { body, headers })
  const compared = api.passwordComparisons()
  for (const origin of ['http://evil.example', 'null', `${api.url}0`]) {
    const answer = await login({ origin })
    expect([origin, answer.status]).toEqual([origin, 403])
    expect(answer.body).toMatchObject({
      title: 'Forbidden',
      detail: expect.stringMatching(
        /^Another website sent this sign-in\. Sign in on Stockie's own/,
      ),
    })
    expect((await login({ origin }, {})).status).toBe(403)
  }
  expect(api.passwordComparisons()).toBe(compared)

  expect((await login({ origin: api.url })).status).toBe(200)
  expect((await login({})).status).toBe(200)
  // Behind a proxy that asks Stockie under another name than the browser asked for.
  const forwarded = { origin: 'https://shop.example', 'x-forwarded-host': 'shop.example' }
  expect((await login(forwarded)).status).toBe(200)
  expect((await login({ ...forwarded, origin: 'https://evil.example' })).status).toBe(403)
  const rebound = { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }
  expect((await login(rebound)).status).toBe(400)
})
