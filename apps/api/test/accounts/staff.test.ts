import { loginAnswer, newPasswordAnswer, userCreated, userRow } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { saleKind } from '#test/support/document-kinds'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser, password, type TestUser } from '#test/support/test-users'

let api: TestApi
let shop: TestShop
let owner: TestUser
let token: string
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
beforeEach(async () => {
  owner = await createUser(api.pool, 1)
  token = api.tokens.sign({ userId: owner.id, version: 0 })
})
afterAll(() => api.stop())

const own = 'eight blue kettles'
let invitations = 0

async function invite(role = 3) {
  invitations += 1
  const email = `Mia-${invitations}@stockie.test`
  const { status, body } = await api.call('/users', { token, body: { name: 'Mia', email, role } })
  expect(status).toBe(201)
  return userCreated.parse(body)
}

async function signIn(email: string, given: string) {
  const { status, body } = await api.call('/auth/login', { body: { email, password: given } })
  return { status, ...loginAnswer.partial().parse(status === 200 ? body : {}) }
}

async function accept({ user, password: given }: z.output<typeof userCreated>) {
  const { token: first = '' } = await signIn(user.email, given)
  const body = { currentPassword: given, newPassword: own }
  const changed = await api.call('/auth/password', { token: first, body })
  return loginAnswer.parse(changed.body)
}

async function rowOf(id: number) {
  const { body } = await api.call('/users', { token })
  return z
    .array(userRow)
    .parse(body)
    .find((row) => row.id === id)
}

const statusOf = async (sent: string, path = '/customers') =>
  (await api.call(path, { token: sent })).status

// @holds asvs 6.4.1
test('a new account replaces its one-time password before it may do anything else', async () => {
  const invited = await invite()
  expect(invited).toMatchObject({
    user: { name: 'Mia', role: 3, lastSeenAt: null, sessions: 0, mustChangePassword: true },
  })
  expect(invited.password).toMatch(/^([a-hj-km-np-z2-9]{4}-){3}[a-hj-km-np-z2-9]{4}$/)
  expect((await invite()).password).not.toBe(invited.password)
  const { user, token: first = '' } = await signIn(invited.user.email, invited.password)
  expect(user).toMatchObject({ id: invited.user.id, mustChangePassword: true })

  const sale = saleKind.body(shop, [{ productId: shop.products[0] }])
  const before = await shop.stock()
  const refused = [
    // Each of them looks up the account in another way.
    await api.call('/customers', { token: first }),
    await api.call('/customers', { token: first, body: { name: 'Ada' } }),
    await api.call('/sales', { token: first, body: sale }),
    await api.call('/sales', { token: first, body: sale, headers: { 'Idempotency-Key': 'x' } }),
    await api.call('/changes', { token: first }),
    await api.call('/auth/sessions', { token: first }),
  ]
  for (const { status, body } of refused) {
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({ type: 'urn:stockie:problem:password-change-required' }),
    ])
  }
  expect(await shop.stock()).toEqual(before)

  const change = (newPassword: string) =>
    api.call('/auth/password', {
      token: first,
      body: { currentPassword: invited.password, newPassword },
    })
  expect(await change(invited.password)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'newPassword' }] },
  })
  const { user: accepted, token: second } = loginAnswer.parse((await change(own)).body)
  expect(accepted).not.toHaveProperty('mustChangePassword')
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  const verified = await api.call('/auth/verify', { method: 'POST', token: second })
  expect(verified.body).toEqual({
    user: { id: invited.user.id, name: 'Mia', email: invited.user.email, role: 3 },
  })
  expect(await rowOf(invited.user.id)).toMatchObject({ mustChangePassword: false, sessions: 1 })
  expect(api.logged()).not.toContain(invited.password)
})

test('an account that must change its password may log out @long', async () => {
  const { user, password: given } = await invite()
  const { token: first = '' } = await signIn(user.email, given)
  expect((await api.call('/auth/logout', { method: 'POST', token: first })).status).toBe(204)
})

test('a new name shows at once and keeps the sessions, and a new role ends them', async () => {
  const invited = await invite()
  const { token: sent } = await accept(invited)
  const path = `/users/${invited.user.id}`
  const renamed = { name: ' Mia Castellano ', email: invited.user.email, role: '3' }
  const { body } = await api.call(path, { method: 'PUT', token, body: renamed })
  expect(userRow.parse(body)).toMatchObject({ name: 'Mia Castellano', role: 3, version: 2 })
  const verified = await api.call('/auth/verify', { method: 'POST', token: sent })
  expect(verified.body).toMatchObject({ user: { name: 'Mia Castellano' } })

  await api.call(path, { method: 'PUT', token, body: { ...renamed, role: 2 } })
  expect(await statusOf(sent)).toBe(401)
  expect(await signIn(invited.user.email, own)).toMatchObject({ status: 200, user: { role: 2 } })
})

// @holds asvs 7.4.5
test('a new one-time password and the end of all sessions apply at once', async () => {
  const invited = await invite()
  const { token: sent } = await accept(invited)
  const path = `/users/${invited.user.id}`
  const ended = await api.call(`${path}/sessions`, { method: 'DELETE', token })
  expect(ended).toMatchObject({ status: 200, body: { count: 1 } })
  expect(await statusOf(sent)).toBe(401)
  expect(await rowOf(invited.user.id)).toMatchObject({ sessions: 0, mustChangePassword: false })

  const { token: again = '' } = await signIn(invited.user.email, own)
  const reset = await api.call(`${path}/password`, { method: 'POST', token })
  const { password: given } = newPasswordAnswer.parse(reset.body)
  expect(await statusOf(again)).toBe(401)
  expect((await signIn(invited.user.email, own)).status).toBe(401)
  expect(await signIn(invited.user.email, given)).toMatchObject({
    status: 200,
    user: { mustChangePassword: true },
  })
})

test('a removed account cannot sign in, and its e-mail is free again @long', async () => {
  const invited = await invite()
  const { token: sent } = await accept(invited)
  const remove = () => api.call(`/users/${invited.user.id}`, { method: 'DELETE', token })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  expect(await statusOf(sent)).toBe(401)
  expect((await signIn(invited.user.email, own)).status).toBe(401)
  const { name, email, role } = invited.user
  const again = await api.call('/users', { token, body: { name, email, role } })
  expect(again.status).toBe(201)
})

test('an e-mail that another account has is refused at its field, and changes nothing', async () => {
  const [first, second] = [await invite(), await invite()]
  const taken = { name: 'Eve', email: first.user.email.toUpperCase(), role: 3 }
  for (const answer of [
    await api.call('/users', { token, body: taken }),
    await api.call(`/users/${second.user.id}`, { method: 'PUT', token, body: taken }),
  ]) {
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.objectContaining({
        errors: [{ path: 'email', message: `There is already an account for ${taken.email}.` }],
      }),
    ])
  }
  expect(await rowOf(second.user.id)).toMatchObject({ name: 'Mia', version: 1 })
})

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a malformed e-mail', { email: 'mia' }, 'email'],
  ['a role without access', { role: 4 }, 'role'],
  ['a role in words', { role: 'owner' }, 'role'],
])('an account with %s is refused at its field', async (_what, wrong, path) => {
  const body = { name: 'Mia', email: 'new@stockie.test', role: 3, ...wrong }
  const answer = await api.call('/users', { token, body })
  expect([answer.status, answer.body]).toEqual([
    422,
    expect.objectContaining({ errors: [expect.objectContaining({ path })] }),
  ])
  const { rowCount } = await api.pool.query(`select from users where email = 'new@stockie.test'`)
  expect(rowCount).toBe(0)
})

test('an unknown account is not found', async () => {
  const body = { name: 'Mia', email: 'nobody@stockie.test', role: 3 }
  const calls = [
    api.call('/users/999999', { method: 'PUT', token, body }),
    api.call('/users/999999', { method: 'DELETE', token }),
    api.call('/users/999999/password', { method: 'POST', token }),
    api.call('/users/999999/sessions', { method: 'DELETE', token }),
  ]
  for (const { status } of await Promise.all(calls)) expect(status).toBe(404)
})

test('the list tells when an account was last seen, also after it logged out', async () => {
  const invited = await invite()
  const { token: sent } = await accept(invited)
  const { lastSeenAt, sessions } = (await rowOf(invited.user.id)) ?? {}
  expect(sessions).toBe(1)
  expect(Math.abs(Date.parse(lastSeenAt ?? '') - Date.now())).toBeLessThan(60_000)
  await api.call('/auth/logout', { method: 'POST', token: sent })
  expect(await rowOf(invited.user.id)).toMatchObject({ lastSeenAt, sessions: 0 })
})

test('the password of an account is not in any answer but the one that made it', async () => {
  const invited = await invite()
  const { text } = await api.call('/users', { token })
  expect(text).not.toContain(invited.password)
  expect(text).not.toContain(password)
  expect(text).not.toMatch(/hash/i)
})
