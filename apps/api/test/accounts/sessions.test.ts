import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, password, type TestUser } from '#test/support/test-users'

let api: TestApi
let owner: TestUser

beforeAll(async () => {
  api = await startTestApi()
  owner = await createUser(api.pool)
})
afterAll(() => api.stop())

const login = (email: string, given = password) =>
  api.call('/auth/login', { body: { email, password: given } })

// @holds spec 3.1, 3.16, 7.6, 7.8, decision 5.1, asvs 14.2.1
test('a log-in returns the user and a token that verify accepts', async () => {
  const answer = await login(owner.email)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ user: owner, token: expect.any(String) })

  const { token } = answer.body as { token: string }
  const verified = await api.call('/auth/verify', { method: 'POST', token })
  expect(verified.status).toBe(200)
  expect(verified.body).toEqual({ user: owner })
  expect(verified.headers.get('cache-control')).toBe('no-store')
})

test('a log-in ignores the case of the e-mail', async () => {
  expect((await login(owner.email.toUpperCase())).status).toBe(200)
})

// @holds spec 7.8
test('verify accepts the JSON content type of browser calls without a body', async () => {
  const token = api.tokens.sign({ userId: owner.id, version: 0 })
  const headers = { 'content-type': 'application/json' }
  expect((await api.call('/auth/verify', { method: 'POST', token, headers })).status).toBe(200)
})

test('an unknown e-mail and a wrong password get the same answer after the same work', async () => {
  const before = api.passwordComparisons()
  const wrongPassword = await login(owner.email, 'not the password')
  const afterOne = api.passwordComparisons()
  const unknownEmail = await login('nobody@stockie.test')
  expect(afterOne - before).toBe(1)
  expect(api.passwordComparisons() - afterOne).toBe(1)

  expect(wrongPassword.status).toBe(401)
  expect(unknownEmail.status).toBe(401)
  expect(unknownEmail.text).toBe(wrongPassword.text)
  expect(wrongPassword.body).toMatchObject({ detail: 'Incorrect email or password.' })
  const names = (headers: Headers) => [...headers.keys()]
  expect(names(unknownEmail.headers)).toEqual(names(wrongPassword.headers))
})

test('a log-in with invalid fields answers 422 with every one of them', async () => {
  const before = api.passwordComparisons()
  const answer = await api.call('/auth/login', { body: { email: 'nonsense', password: 'short' } })
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({
    status: 422,
    errors: [
      { path: 'email', message: 'Invalid email address' },
      { path: 'password', message: 'Password must be at least 8 characters long' },
    ],
  })
  expect(api.passwordComparisons()).toBe(before)
})

// @holds decision 4.2
test('an account with an unknown role can log in and verify, and nothing else', async () => {
  const blocked = await createUser(api.pool, 4)
  const answer = await login(blocked.email)
  expect(answer.body).toMatchObject({ user: { role: 4 } })
  const { token } = answer.body as { token: string }
  expect((await api.call('/auth/verify', { method: 'POST', token })).status).toBe(200)

  const body = { currentPassword: password, newPassword: 'quite another password' }
  const refused = await api.call('/auth/password', { token, body })
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({ type: 'urn:stockie:problem:forbidden' })
})

test.each([1, 2, 3])('an account with role %i can change its password @long', async (role) => {
  const { id } = await createUser(api.pool, role)
  const token = api.tokens.sign({ userId: id, version: 0 })
  const body = { currentPassword: password, newPassword: 'quite another password' }
  expect((await api.call('/auth/password', { token, body })).status).toBe(200)
})
