import { seed, seedAccounts, seedPassword } from '@stockie/prisma/seed'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connectClient } from '#src/database/pool/single-client'
import { createUsers } from '#src/modules/users/users.service'
import { createPasswords } from '#src/security/passwords'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, password, type TestUser } from '#test/support/test-users'

const passwords = createPasswords()
let api: TestApi
let users: ReturnType<typeof createUsers>
let user: TestUser
let token: string

beforeAll(async () => {
  api = await startTestApi()
  users = createUsers({ pool: api.pool, passwords })
  await createUser(api.pool)
})
beforeEach(async () => {
  user = await createUser(api.pool)
  token = api.tokens.sign({ userId: user.id, version: 0 })
})
afterAll(async () => {
  await passwords.close()
  await api.stop()
})

const verify = (given = token) => api.call('/auth/verify', { method: 'POST', token: given })
const login = (given: string) =>
  api.call('/auth/login', { body: { email: user.email, password: given } })

// @holds asvs 6.2.10
test('a session stays valid until something ends it', async () => {
  expect((await verify()).status).toBe(200)
})

// @holds decision 5.2, asvs 7.4.2
test('removing an account ends its sessions and refuses its log-in at once', async () => {
  await users.remove({ email: user.email })
  expect((await verify()).status).toBe(401)
  expect((await login(password)).status).toBe(401)
})

// @holds asvs 7.4.2
test('a new account with a removed account’s e-mail does not revive the old tokens', async () => {
  await users.remove({ email: user.email })
  await users.add({ ...user, password: 'another password' })
  expect((await verify()).status).toBe(401)
  expect((await login('another password')).status).toBe(200)
})

// @holds decision 5.2, asvs 7.4.5
test('a new role ends the account’s sessions at once', async () => {
  await users.changeRole(user.email, 3)
  expect((await verify()).status).toBe(401)
  expect((await login(password)).body).toMatchObject({ user: { role: 3 } })
})

// @holds decision 5.2, asvs 7.4.5
test('a new password ends the account’s sessions at once', async () => {
  await users.setPassword(user.email, 'a password set for them')
  expect((await verify()).status).toBe(401)
  expect((await login(password)).status).toBe(401)
  expect((await login('a password set for them')).status).toBe(200)
})

test('an account that was removed by SQL is refused from the next call', async () => {
  await api.pool.query('update users set removed_at = now() where id = $1', [user.id])
  expect((await verify()).status).toBe(401)
  expect((await login(password)).status).toBe(401)
})

// @holds decision 5.2
test('a role that was changed by SQL applies from the next call', async () => {
  await api.pool.query('update users set role = 4 where id = $1', [user.id])
  expect((await verify()).body).toMatchObject({ user: { role: 4 } })
  const body = { currentPassword: password, newPassword: 'quite another password' }
  expect((await api.call('/auth/password', { token, body })).status).toBe(403)
})

// @holds decision 21.3, 32.1, asvs 7.1.2, 7.4.3
test('changing the password ends every session and returns a fresh token', async () => {
  const elsewhere = api.tokens.sign({ userId: user.id, version: 0 })
  const body = { currentPassword: password, newPassword: 'quite another password' }
  const changed = await api.call('/auth/password', { token, body })
  expect(changed.status).toBe(200)
  expect(changed.body).toEqual({ user, token: expect.any(String) })

  const fresh = (changed.body as { token: string }).token
  expect((await verify(fresh)).status).toBe(200)
  expect((await verify()).status).toBe(401)
  expect((await verify(elsewhere)).status).toBe(401)
  expect((await login(password)).status).toBe(401)
  expect((await login('quite another password')).status).toBe(200)
})

test('one of two concurrent password changes is refused', async () => {
  const change = (newPassword: string) =>
    api.call('/auth/password', { token, body: { currentPassword: password, newPassword } })
  const answers = await Promise.all([change('first new password'), change('other new password')])
  const statuses = answers.map(({ status }) => status)
  const refused = statuses.filter((status) => status !== 200)
  expect(refused).toHaveLength(1)
  // 422 if it compares its current password after the other change has finished.
  expect([401, 422]).toContain(refused[0])
})

test.each([
  ['the session was logged out', () => api.call('/auth/logout', { method: 'POST', token })],
  ['the account got another role', () => users.changeRole(user.email, 3)],
  ['the account was removed', () => users.remove({ email: user.email })],
])(
  // @holds asvs 7.4.1
  'a password change is refused and changes nothing if %s during the hashing',
  async (_how, end) => {
    const body = { currentPassword: password, newPassword: 'quite another password' }
    const before = api.passwordComparisons()
    let releaseHashing = () => {}
    api.delayHashing(new Promise<void>((resolve) => (releaseHashing = resolve)))
    const changing = api.call('/auth/password', { token, body })
    await vi.waitUntil(() => api.passwordComparisons() > before, 10_000)
    await end().finally(releaseHashing)
    expect((await changing).status).toBe(401)
    const { rows } = await api.pool.query('select password_hash as hash from users where id = $1', [
      user.id,
    ])
    // The old hash, of the tests' lower bcrypt cost, is unchanged.
    expect(rows).toEqual([{ hash: expect.stringMatching(/^\$2b\$04\$/) }])
  },
)

// @holds asvs 6.2.3, 7.5.1
test('a password change with a wrong current password is refused for that field and changes nothing', async () => {
  const body = { currentPassword: 'not the password', newPassword: 'quite another password' }
  const refused = await api.call('/auth/password', { token, body })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({ errors: [{ path: 'currentPassword' }] })
  expect((await verify()).status).toBe(200)
  expect((await login(password)).status).toBe(200)
})

test.each([
  ['has only seven characters', '7 chars'],
  ['is one of the most common', 'password'],
])('a password change is refused if the new password %s', async (_what, newPassword) => {
  const refused = await api.call('/auth/password', {
    token,
    body: { currentPassword: password, newPassword },
  })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({ errors: [{ path: 'newPassword' }] })
})

const sign = () => api.tokens.sign({ userId: user.id, version: 0 })
const change = (given: string, currentPassword: string) => {
  const body = { currentPassword, newPassword: 'quite another password' }
  return api.call('/auth/password', { token: given, body })
}

async function guessPassword(given: string): Promise<void> {
  for (let time = 1; time <= 5; time++) expect((await change(given, 'a guess')).status).toBe(422)
  const before = api.passwordComparisons()
  const refused = await change(given, password)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(api.passwordComparisons()).toBe(before)
}

// @holds asvs 7.4.3
test('guessing the current password throttles only that session, and another session can end it', async () => {
  await guessPassword(token)
  // Throttled attempts do not count against the other sessions.
  for (let time = 0; time < 20; time++) expect((await change(token, password)).status).toBe(429)
  expect((await change(sign(), password)).status).toBe(200)
  expect((await verify()).status).toBe(401)
})

// @holds asvs 6.3.1
test('guessing the current password from several sessions throttles only this account', async () => {
  for (let stolen = 0; stolen < 4; stolen++) await guessPassword(sign())
  expect((await change(sign(), password)).status).toBe(429)
  const { id } = await createUser(api.pool)
  const others = api.tokens.sign({ userId: id, version: 0 })
  expect((await change(others, password)).status).toBe(200)
})

test('a token from before a reset of the database is invalid for the new account with the same id @long', async () => {
  const seedAnew = async () => {
    const client = await connectClient(api.databaseProxy.url)
    await seed(client, { profile: 'e2e', reset: true })
    await client.end()
  }
  const tokenOf = async (email: string) => {
    const { body } = await api.call('/auth/login', { body: { email, password: seedPassword } })
    return (body as { token: string }).token
  }
  const emails = seedAccounts.map(({ email }) => email)
  const statuses = async (tokens: string[]) => {
    const answers = await Promise.all(tokens.map((given) => verify(given)))
    return answers.map(({ status }) => status)
  }

  await seedAnew()
  const destroyed = await Promise.all(emails.map(tokenOf))
  expect(await statuses(destroyed)).toEqual([200, 200, 200, 200])
  await seedAnew()
  expect(await statuses(destroyed)).toEqual([401, 401, 401, 401])
  expect(await statuses(await Promise.all(emails.map(tokenOf)))).toEqual([200, 200, 200, 200])
})
