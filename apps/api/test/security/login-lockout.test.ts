import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPasswords } from '#src/security/passwords'
import { startSecondApi, startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, password, type TestUser } from '#test/support/test-users'

let api: TestApi
let user: TestUser

beforeEach(async () => {
  api = await startTestApi()
  user = await createUser(api.pool)
})
afterEach(() => api.stop())

const shop = '203.0.113.5'
const stranger = '198.51.100.66'

async function login(from: string, given: string, email = user.email): Promise<number> {
  return (await api.call('/auth/login', { from, body: { email, password: given } })).status
}

async function failLogins(
  times: number,
  from: (time: number) => string,
  email = (_time: number) => user.email,
) {
  for (let time = 0; time < times; time++) {
    expect(await login(from(time), 'not the password', email(time))).toBe(401)
  }
}

// @holds decision 11.5, asvs 6.1.1
test('five failed log-ins lock the account for that address, before any password comparison', async () => {
  await failLogins(5, () => shop)
  const before = api.passwordComparisons()
  const refused = await api.call('/auth/login', {
    from: shop,
    body: { email: user.email, password },
  })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(14 * 60)
  expect(wait).toBeLessThanOrEqual(15 * 60)
  expect(refused.body).toMatchObject({ status: 429, detail: expect.stringContaining('15 minutes') })
  expect(api.passwordComparisons()).toBe(before)
})

test('a locked account accepts log-ins again after the lockout has expired', async () => {
  await failLogins(5, () => shop)
  expect(await login(shop, password)).toBe(429)
  await api.pool.query('update login_throttle set expire = $1', [Date.now() - 1])
  expect(await login(shop, password)).toBe(200)
})

test('spellings of one e-mail and addresses of one IPv6 network share the failure count @long', async () => {
  await failLogins(2, () => '2001:db8:1:2::1')
  await failLogins(
    2,
    () => '2001:db8:1:2:ffff::9',
    () => user.email.toUpperCase(),
  )
  await failLogins(1, () => '2001:0db8:0001:0002::abc')
  expect(await login('2001:db8:1:2::77', password)).toBe(429)
  expect(await login('2001:db8:1:3::1', password)).toBe(200)
})

// @holds asvs 6.1.1, 6.3.1
test('the addresses of one IPv6 /56 and of one /48 share a limit of failures', async () => {
  await failLogins(1, () => '2001:db8:1:1::1')
  const cases: [counter: string, limit: number, blocked: string, free: string][] = [
    // A /56 ends within the fourth group of digits, and a /48 after the third.
    ['network56', 200, '2001:db8:1:ff::1', '2001:db8:1:100::1'],
    ['network48', 400, '2001:db8:1:200::1', '2001:db8:2:1::1'],
  ]
  for (const [counter, limit, blocked, free] of cases) {
    // Set the failures in the database instead of comparing hundreds of passwords.
    await api.pool.query('update login_throttle set points = $1 where key like $2', [
      limit,
      `${counter}:%`,
    ])
    expect(await login(blocked, password)).toBe(429)
    expect(await login(free, password)).toBe(200)
  }
})

test('a successful log-in resets the account’s failure count', async () => {
  await failLogins(4, () => shop)
  expect(await login(shop, password)).toBe(200)
  await failLogins(4, () => shop)
  expect(await login(shop, password)).toBe(200)
})

test('successful log-ins behind one shared address are never throttled @long', async () => {
  for (let person = 0; person < 10; person++) {
    const { email } = await createUser(api.pool, 3)
    expect(await login(shop, 'not the password', email)).toBe(401)
    for (let time = 0; time < 3; time++) expect(await login(shop, password, email)).toBe(200)
  }
  const { rows } = await api.pool.query(
    "select points from login_throttle where key like 'network:%'",
  )
  // Only the ten failures count against the address, no success does.
  expect(rows).toEqual([{ points: 10 }])
})

// @holds asvs 6.1.1
test('a locked-out user does not lock out colleagues behind the same address', async () => {
  await failLogins(5, () => shop)
  expect(await login(shop, password)).toBe(429)
  // Attempts while locked out do not count against the address.
  for (let time = 0; time < 20; time++) expect(await login(shop, password)).toBe(429)
  const colleague = await createUser(api.pool, 3)
  expect(await login(shop, password, colleague.email)).toBe(200)
  const { rows } = await api.pool.query(
    "select points from login_throttle where key like 'network:%'",
  )
  expect(rows).toEqual([{ points: 5 }])
})

test('an account’s owner can log in from a known address while other addresses attack the account', async () => {
  expect(await login(shop, password)).toBe(200)
  await failLogins(20, (time) => `198.51.100.${time}`)
  // From now on the account refuses every address that it does not know, even a new one.
  expect(await login('192.0.2.1', password)).toBe(429)
  expect(await login(shop, password)).toBe(200)
  await failLogins(1, () => shop)
  expect(await login(shop, password)).toBe(200)
  // The owner's success does not unlock the account for unknown addresses.
  expect(await login('192.0.2.2', password)).toBe(429)
})

// @holds asvs 6.3.1
test('an address that fails on many accounts is locked, except for accounts that have logged in from it', async () => {
  expect(await login(stranger, password)).toBe(200)
  // Set a hundred failures in the database instead of comparing a hundred passwords.
  await failLogins(
    1,
    () => stranger,
    () => 'guess@stockie.test',
  )
  await api.pool.query("update login_throttle set points = 100 where key like 'network:%'")
  const colleague = await createUser(api.pool)
  expect(await login(stranger, password, colleague.email)).toBe(429)
  expect(await login(shop, password, colleague.email)).toBe(200)
  expect(await login(stranger, password)).toBe(200)
})

// @holds asvs 2.4.1, 6.3.1
test('concurrent log-in attempts do not exceed the failure limit', async () => {
  const before = api.passwordComparisons()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => login(shop, 'not the password')),
  )
  expect(answers.filter((status) => status === 401)).toHaveLength(5)
  expect(answers.filter((status) => status === 429)).toHaveLength(15)
  expect(api.passwordComparisons() - before).toBe(5)
})

test('a log-in or password change that fails because of the database does not count as a failed attempt @long', async () => {
  const token = api.tokens.sign({ userId: user.id, version: 0 })
  await api.databaseProxy.disconnect()
  for (let time = 0; time < 7; time++) expect(await login(shop, password)).toBe(503)
  await api.databaseProxy.reconnect()
  await failLogins(4, () => shop)
  expect(await login(shop, password)).toBe(200)

  // The column is missing only for the password change: authentication does not read it.
  await api.pool.query('alter table users rename column password_hash to hidden_column')
  const body = { currentPassword: password, newPassword: 'quite another password' }
  const change = async () => (await api.call('/auth/password', { token, body })).status
  for (let time = 0; time < 7; time++) expect(await change()).toBe(500)
  await api.pool.query('alter table users rename column hidden_column to password_hash')
  expect(await change()).toBe(200)
})

// @holds asvs 14.2.4
test('the failure counters are in the database and contain neither e-mails nor addresses', async () => {
  await failLogins(5, () => shop)
  const { rows } = await api.pool.query<{ key: string }>('select key from login_throttle')
  expect(rows).toHaveLength(3)
  for (const { key } of rows) expect(key).toMatch(/^(pair|account|network):[\w-]{43}$/)
})

// @holds asvs 4.1.3, 15.3.4
test('behind a proxy the lockout uses the address that the proxy added, not what the client sent', async () => {
  await failLogins(5, (time) => `198.51.100.${time}, ${shop}`)
  expect(await login(`192.0.2.1, ${shop}`, password)).toBe(429)
  expect(await login(shop, password)).toBe(429)
  expect(await login(`${shop}, 192.0.2.1`, password)).toBe(200)
})

test('an invalid forwarded address counts as the proxy’s address, so that changing it does not evade the lockout', async () => {
  await failLogins(5, (time) => `${shop}:${4000 + time}`)
  expect(await login(`${shop}:5000`, password)).toBe(429)
})

// @holds asvs 4.1.3
test('without a proxy the lockout ignores forwarded addresses', async () => {
  const directApi = await startSecondApi(api, { trustedProxies: 0 })
  const attempt = async (from: string, given: string) => {
    const body = { email: user.email, password: given }
    return (await directApi.call('/auth/login', { from, body })).status
  }
  for (let time = 0; time < 5; time++) {
    expect(await attempt(`198.51.100.${time}`, 'not the password')).toBe(401)
  }
  expect(await attempt('192.0.2.1', password)).toBe(429)
  await directApi.stop()
})

// @holds asvs 16.5.3
test('each process counts failed log-ins in memory while the counters’ table is unavailable @long', async () => {
  await api.pool.query('alter table login_throttle rename to hidden')
  await failLogins(5, () => shop)
  expect(await login(shop, password)).toBe(429)
  await api.pool.query('alter table hidden rename to login_throttle')
  expect(await login(stranger, password)).toBe(200)
})

test('a failed log-in’s answer and duration do not reveal whether the e-mail is unknown, known or removed', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash(password)
  await passwords.close()
  const removed = await createUser(api.pool)
  await api.pool.query('update users set password_hash = $1', [hash])
  await api.pool.query('update users set removed_at = now() where id = $1', [removed.id])
  const emails = { known: user.email, unknown: 'nobody@stockie.test', removed: removed.email }
  const fastest = new Map<string, number>()
  const ratio = () => Math.max(...fastest.values()) / Math.min(...fastest.values())
  const answers = new Set<string>()
  const before = api.passwordComparisons()
  // Without a comparison an answer is a hundred times faster, and with a bcrypt cost two lower nearly four
  // times. A busy machine only delays answers, so compare the fastest of each kind, and repeat while they
  // differ.
  let rounds = 0
  while (rounds < 3 || (rounds < 10 && ratio() >= 3)) {
    rounds += 1
    for (const [kind, email] of Object.entries(emails)) {
      const body = { email, password: 'not the password' }
      const begun = performance.now()
      const { status, text } = await api.call('/auth/login', { from: `192.0.2.${rounds}`, body })
      const took = performance.now() - begun
      fastest.set(kind, Math.min(took, fastest.get(kind) ?? took))
      answers.add(`${status} ${text}`)
    }
  }
  expect([...answers]).toEqual([expect.stringContaining('Incorrect email or password.')])
  expect(api.passwordComparisons() - before).toBe(3 * rounds)
  expect(ratio()).toBeLessThan(3)
})
