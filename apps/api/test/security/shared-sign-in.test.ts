import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, password, type TestUser } from '#test/support/test-users'

let api: TestApi
let user: TestUser

beforeEach(async () => {
  api = await startTestApi()
  user = await createUser(api.pool)
})
afterEach(() => api.stop())

const shop = '203.0.113.5'

async function login(from: string, given: string, email = user.email): Promise<number> {
  return (await api.call('/auth/login', { from, body: { email, password: given } })).status
}

async function failLogins(times: number, email = user.email): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    expect(await login(shop, 'not the password', email)).toBe(401)
  }
}

/** The cookie that a browser sends after a successful log-in. */
async function rememberDevice(from: string, email = user.email): Promise<string> {
  const { headers } = await api.call('/auth/login', { from, body: { email, password } })
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function loginOnDevice(cookie: string, given: string, email = user.email): Promise<number> {
  const body = { email, password: given }
  return (await api.call('/auth/login', { from: shop, body, headers: { cookie } })).status
}

// @holds asvs 6.1.1, 6.3.1
test('a browser that signed in before is not locked out by strangers behind the same address', async () => {
  const cookie = await rememberDevice(shop)
  await failLogins(5)
  expect(await login(shop, password)).toBe(429)
  expect(await loginOnDevice(cookie, password)).toBe(200)
  // Its success does not unlock the account for the strangers.
  expect(await login(shop, password)).toBe(429)
})

// @holds asvs 6.3.1
test('a browser that signed in before has five attempts of its own, for its own accounts only @long', async () => {
  const cookie = await rememberDevice(shop)
  for (let time = 0; time < 5; time += 1) {
    expect(await loginOnDevice(cookie, 'not the password')).toBe(401)
  }
  expect(await loginOnDevice(cookie, password)).toBe(429)
  // Its failures lock out no one else.
  expect(await login(shop, password)).toBe(200)

  const colleague = await createUser(api.pool, 3)
  await failLogins(5, colleague.email)
  expect(await loginOnDevice(cookie, password, colleague.email)).toBe(429)
})

test('a new password ends the attempts of browsers that knew the former one', async () => {
  const cookie = await rememberDevice(shop)
  await api.pool.query('update users set token_version = token_version + 1 where id = $1', [
    user.id,
  ])
  await failLogins(5)
  expect(await loginOnDevice(cookie, password)).toBe(429)
})

test('a password change keeps the browser known @long', async () => {
  const token = api.tokens.sign({ userId: user.id, version: 0 })
  const newPassword = 'quite another password'
  const body = { currentPassword: password, newPassword }
  const { status, headers } = await api.call('/auth/password', { token, body, from: shop })
  expect(status).toBe(200)
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  await failLogins(5)
  expect(await login(shop, newPassword)).toBe(429)
  expect(await loginOnDevice(cookie, newPassword)).toBe(200)
})

test('a forged device cookie is no way around the lockout', async () => {
  const cookie = `${await rememberDevice(shop)}x`
  for (let time = 0; time < 5; time += 1) {
    expect(await loginOnDevice(cookie, 'not the password')).toBe(401)
  }
  expect(await loginOnDevice(cookie, password)).toBe(429)
  expect(await login(shop, password)).toBe(429)
})

test.each([
  ['a known network', shop],
  ['a new network', '203.0.113.6'],
])(
  // @holds asvs 15.2.2
  'an owner who signs in from %s goes before the waiting networks of an attack',
  async (_, from) => {
    expect(await login(shop, password)).toBe(200)
    // More turns than the attacking networks will have.
    for (let time = 0; time < 8; time += 1) expect(await login(shop, password)).toBe(200)
    const attack = (number: number, guess: string) =>
      login(`198.51.100.${number}`, 'not the password', `${guess}@stockie.test`)
    // Each network has had a comparison.
    const networks = [1, 2, 3]
    await Promise.all(networks.map((number) => attack(number, `first${number}`)))
    const held = api.holdComparisons()
    const attacks = Array.from({ length: 12 }, (_attack, index) =>
      attack(networks[index % 3] ?? 0, `guess${index}`),
    )
    await expect.poll(held.callers, { timeout: 10_000 }).toBe(12)
    const owner = login(from, password)
    await expect.poll(held.callers, { timeout: 10_000 }).toBe(13)
    held.release()
    expect(await owner).toBe(200)
    // Only the comparison that had begun went before the owner's.
    expect(held.compared.indexOf(password)).toBe(1)
    await api.failPasswords()
    await Promise.all(attacks)
  },
)

test('a full queue refuses a stranger with 503 without counting the attempt @long', async () => {
  const statuses: number[] = []
  const attacks = Array.from({ length: 40 }, async (_, number) => {
    const email = `guess${number}@stockie.test`
    statuses.push(await login(`198.51.100.${number}`, 'not the password', email))
  })
  await expect.poll(() => statuses, { timeout: 10_000 }).toContain(503)
  await api.failPasswords()
  await Promise.all(attacks)
  const { rows } = await api.pool.query<{ count: number }>(
    "select count(*)::int from login_throttle where key like 'network:%' and points > 0",
  )
  expect(rows[0]?.count).toBe(statuses.filter((status) => status === 401).length)
})

// @holds asvs 15.2.2
test('an owner goes before the waiting browsers of an attacker with an account @long', async () => {
  const cashier = await createUser(api.pool, 3)
  const cookies: string[] = []
  for (let number = 0; number < 12; number += 1) {
    cookies.push(await rememberDevice('198.51.100.1', cashier.email))
  }
  // More turns than an attacking browser has had.
  for (let time = 0; time < 8; time += 1) expect(await login(shop, password)).toBe(200)
  const held = api.holdComparisons()
  const attacks = [...cookies, ...cookies].map((cookie) =>
    loginOnDevice(cookie, 'not the password', cashier.email),
  )
  await expect.poll(held.callers, { timeout: 10_000 }).toBe(attacks.length)
  const owner = login(shop, password)
  await expect.poll(held.callers, { timeout: 10_000 }).toBe(attacks.length + 1)
  held.release()
  expect(await owner).toBe(200)
  // One of the attacker's had begun, and one more may go before the owner's.
  expect(held.compared.indexOf(password)).toBeLessThanOrEqual(2)
  await api.failPasswords()
  await Promise.all(attacks)
})
