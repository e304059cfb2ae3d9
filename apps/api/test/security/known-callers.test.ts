import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKnownNetworks } from '#src/modules/sessions/known-networks'
import { createLoginThrottle } from '#src/modules/sessions/login-throttle'
import { createSessions } from '#src/modules/sessions/sessions.service'
import { createUsers } from '#src/modules/users/users.service'
import { createDevices, type Device } from '#src/security/devices'
import { createPasswords } from '#src/security/passwords'
import { createSecondFactorCodes } from '#src/security/second-factor-codes'
import { startTestApi, testSecret, type TestApi } from '#test/support/test-api'
import { createUser, password, type TestUser } from '#test/support/test-users'

const passwords = createPasswords()
const devices = createDevices(testSecret)
let api: TestApi
let user: TestUser

beforeEach(async () => {
  api = await startTestApi()
  user = await createUser(api.pool)
})
afterEach(async () => {
  await passwords.close()
  await api.stop()
})

const shop = '203.0.113.5'
const newPassword = 'quite another password'

async function login(from: string, given = password): Promise<number> {
  return (await api.call('/auth/login', { from, body: { email: user.email, password: given } }))
    .status
}

function deviceOf(tokenVersion: number): Device | undefined {
  return devices.find(devices.remember({ email: user.email, tokenVersion }, undefined, false))
}

/** Has the effect of a new password, without a slow hash. */
async function raiseVersion(): Promise<void> {
  await api.pool.query('update users set token_version = token_version + 1 where id = $1', [
    user.id,
  ])
}

/** How the queue of sign-ins sees a caller. */
async function knownBy(address: string, device?: Device): Promise<string> {
  const throttle = createLoginThrottle(api.pool, createKnownNetworks(api.pool))
  const { caller } = await throttle.admit({ email: user.email, address, device })
  return caller.knownBy ?? 'nothing'
}

async function countKnownNetworks(): Promise<number> {
  const { rows } = await api.pool.query<{ count: number }>(
    "select count(*)::int from login_throttle where key like 'known:%'",
  )
  return rows[0]?.count ?? 0
}

test('an account knows the networks and the browsers in which it signed in with its present password', async () => {
  expect(await knownBy(shop)).toBe('nothing')
  expect(await login(shop)).toBe(200)
  expect(await knownBy(shop)).toBe('network')
  expect(await knownBy('203.0.113.6')).toBe('nothing')
  expect(await knownBy('203.0.113.6', deviceOf(0))).toBe('browser')
  expect(await knownBy(shop, deviceOf(1))).toBe('network')
})

// @holds asvs 6.3.1
test('a former password gives no turn before strangers', async () => {
  expect(await login(shop)).toBe(200)
  await raiseVersion()
  expect(await knownBy(shop)).toBe('nothing')
  expect(await knownBy(shop, deviceOf(0))).toBe('nothing')
  expect(await login(shop)).toBe(200)
  expect(await knownBy(shop)).toBe('network')
})

// @holds asvs 6.3.1
test('after a new password, strangers still cannot lock out a network that the account signed in from', async () => {
  expect(await login(shop)).toBe(200)
  await raiseVersion()
  expect(await login('198.51.100.1', 'not the password')).toBe(401)
  // Set the failures in the database instead of comparing twenty passwords.
  await api.pool.query("update login_throttle set points = 20 where key like 'account:%'")
  expect(await login('198.51.100.2')).toBe(429)
  expect(await login(shop)).toBe(200)
})

test('a removed account knows no network and no browser, and its networks count like all others @long', async () => {
  expect(await login(shop)).toBe(200)
  await createUser(api.pool)
  await createUsers({ pool: api.pool, passwords }).remove({ email: user.email })
  expect(await knownBy(shop)).toBe('nothing')
  expect(await knownBy(shop, deviceOf(1))).toBe('nothing')
  expect(await login(shop)).toBe(401)
  const { rows } = await api.pool.query(
    "select points from login_throttle where key like 'network:%'",
  )
  expect(rows).toEqual([{ points: 1 }])
})

test('a password change keeps the network of the caller known', async () => {
  const token = api.tokens.sign({ userId: user.id, version: 0 })
  const body = { currentPassword: password, newPassword }
  expect((await api.call('/auth/password', { token, body, from: shop })).status).toBe(200)
  expect(await knownBy(shop)).toBe('network')
})

// @holds asvs 15.2.2
test('an account knows 20 networks, and after a new password newer ones replace them @long', async () => {
  expect(await login(shop)).toBe(200)
  for (let number = 1; number <= 24; number += 1) {
    expect(await login(`2001:db8:1:${number}::1`)).toBe(200)
  }
  expect(await countKnownNetworks()).toBe(20)
  expect(await knownBy(shop)).toBe('network')
  expect(await knownBy('2001:db8:1:19::1')).toBe('network')
  expect(await knownBy('2001:db8:1:20::1')).toBe('nothing')
  // A colleague has networks of their own.
  const colleague = await createUser(api.pool, 3)
  await api.call('/auth/login', { from: shop, body: { email: colleague.email, password } })
  expect(await countKnownNetworks()).toBe(21)

  await raiseVersion()
  expect(await login('192.0.2.1')).toBe(200)
  expect(await knownBy('192.0.2.1')).toBe('network')
  expect(await countKnownNetworks()).toBe(21)
})

/** Sessions whose accounts may sign in and change their password twice in 15 minutes. */
function openSessions() {
  const { pool, tokens } = api
  const sessions = createSessions({
    pool,
    passwords,
    tokens,
    secondFactorCodes: createSecondFactorCodes(testSecret),
    successLimit: 2,
  })
  const context = { userAgent: 'curl/8', hasLeft: () => false, onAccountFound: () => {} }
  return {
    signIn: (
      given: string,
      { address = shop, device }: { address?: string; device?: Device } = {},
    ) => sessions.login({ email: user.email, password: given }, { ...context, address, device }),
    changePassword: (version: number, currentPassword: string, next: string) => {
      const claim = tokens.verify(tokens.sign({ userId: user.id, version }))
      if (!claim) throw new Error('The token was refused.')
      const input = { currentPassword, newPassword: next }
      return sessions.changePassword(claim, user, { input, address: shop })
    },
  }
}

// @holds asvs 15.2.2
test('a thief of the password cannot use up the sign-ins of a known browser, nor password changes', async () => {
  const { signIn, changePassword } = openSessions()
  for (let time = 0; time < 2; time += 1) await signIn(password, { address: `198.51.100.${time}` })
  const tooMany = {
    code: 'too_many',
    message: 'Too many sign-ins. Please try again in 15 minutes.',
  }
  await expect(signIn(password)).rejects.toMatchObject(tooMany)

  const device = deviceOf(0)
  for (let time = 0; time < 2; time += 1) await signIn(password, { device })
  await expect(signIn(password, { device })).rejects.toMatchObject(tooMany)

  await changePassword(0, password, newPassword)
  // The new password has its own count.
  await signIn(newPassword)
})

// @holds asvs 15.2.2
test('the password changes of an account have a limit, and do not count as its sign-ins @long', async () => {
  const { signIn, changePassword } = openSessions()
  await changePassword(0, password, newPassword)
  await changePassword(1, newPassword, password)
  await expect(changePassword(2, password, newPassword)).rejects.toMatchObject({
    code: 'too_many',
    message: 'Too many password changes. Please try again in 15 minutes.',
  })
  await signIn(password)
})

// @holds asvs 15.2.2
test('a thousand sign-ins of an account in 15 minutes lead to 429 for this account only @long', async () => {
  const throttle = createLoginThrottle(api.pool, createKnownNetworks(api.pool))
  const callerOfLogin = { email: user.email, address: shop, device: undefined }
  const { begin } = await throttle.admit(callerOfLogin)
  const attempt = await begin(0)
  for (let time = 0; time < 999; time += 1) await attempt.succeed()
  const last = await begin(0)
  await last.succeed()
  await expect(begin(0)).rejects.toMatchObject({ code: 'too_many' })
  const colleague = await throttle.admit({ ...callerOfLogin, email: 'colleague@stockie.test' })
  await colleague.begin(0)
})
