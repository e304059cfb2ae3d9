import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '@/log'
import { call, startTestApi, type TestApi } from './test-api'
import { createUser, password, type TestUser } from './test-users'

let api: TestApi
let user: TestUser
beforeAll(async () => {
  api = await startTestApi()
  user = await createUser(api.pool)
})
afterAll(() => api.stop())

test('no password and no token is ever logged, whatever becomes of the call', async () => {
  const login = (given: string) =>
    api.call('/auth/login', { body: { email: user.email, password: given } })
  const { token } = (await login(password)).body as { token: string }
  await login('a wrong secret')
  await api.call('/auth/login', { body: `{"password": "a broken secret` })
  await api.call('/auth/verify', { method: 'POST', token })
  await api.call('/auth/password', {
    token,
    body: { currentPassword: 'an old secret', newPassword: 'a new secret' },
  })
  await api.line.cut()
  await login('a late secret')
  await api.line.mend()

  const logged = api.logged()
  expect(logged).toContain('POST /api/v1/auth/login 200')
  expect(logged).toContain('POST /api/v1/auth/login 401')
  expect(logged).toContain('POST /api/v1/auth/login 503')
  for (const secret of [password, token, 'secret', 'authorization', 'Bearer']) {
    expect(logged).not.toContain(secret)
  }
})

test('what is logged by mistake is redacted at any depth', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const secrets = { password: 'hidden', token: 'hidden', newPassword: 'hidden' }
  log.info(secrets)
  log.info({ body: secrets })
  log.info({ request: { headers: { authorization: 'hidden', 'set-cookie': 'hidden' } } })
  log.info({ a: { b: { c: { currentPassword: 'hidden' } } } })
  log.error(Object.assign(new Error('a mistake'), { body: '{"password":"hidden"}' }))
  expect(lines).toHaveLength(5)
  expect(lines.join('')).not.toContain('hidden')
  expect(lines.join('')).toContain('a mistake')
})

test('every answer carries a request id, which its line in the log has too', async () => {
  const answer = await api.call('/nothing')
  const id = answer.headers.get('x-request-id')
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(api.logged()).toContain(id)
  expect((await api.call('/nothing')).headers.get('x-request-id')).not.toBe(id)
  expect((await call(`${api.url}/livez`)).headers.get('x-request-id')).toBeTruthy()
})

test.each([
  ['an id', 'req-1234.abc_DEF', true],
  ['too short a one', 'short', false],
  ['too long a one', 'x'.repeat(101), false],
  ['one with blanks', 'two words', false],
  ['one with markup', '<script>alert(1)</script>', false],
])('of the ids that come with a request it keeps %s: %s', async (_what, given, kept) => {
  const answer = await api.call('/nothing', { headers: { 'x-request-id': given } })
  expect(answer.headers.get('x-request-id') === given).toBe(kept)
})
