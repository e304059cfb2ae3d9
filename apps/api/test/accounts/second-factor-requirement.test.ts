import { loginAnswer, secondFactorBegun } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { nextCode, openApp } from '#test/support/authenticator-app'
import { saleKind } from '#test/support/document-kinds'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser, password, type TestUser } from '#test/support/test-users'

let api: TestApi
let shop: TestShop
let ownersToken: string
let manager: TestUser
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
beforeEach(async () => {
  const owner = await createUser(api.pool, 1)
  ownersToken = api.tokens.sign({ userId: owner.id, version: 0 })
  manager = await createUser(api.pool, 2)
  await require(false)
})
afterAll(() => api.stop())

const require = (secondFactorRequired: boolean) =>
  api.call('/shop', { method: 'PUT', token: ownersToken, body: { secondFactorRequired } })

async function signIn({ email }: TestUser) {
  const { body } = await api.call('/auth/login', { body: { email, password } })
  return loginAnswer.parse(body)
}

const refusal = {
  status: 403,
  body: { type: 'urn:stockie:problem:second-factor-setup-required' },
}

const read = (token: string) => api.call('/customers', { token })
const sell = (token: string) =>
  api.call('/sales', { token, body: saleKind.body(shop, [{ productId: shop.products[0] }]) })

async function setUp(token: string) {
  const { body } = await api.call('/auth/second-factor', { method: 'POST', token })
  const app = openApp(secondFactorBegun.parse(body).otpauthUrl)
  const code = app.generate()
  const confirmed = await api.call('/auth/second-factor/confirm', { token, body: { code } })
  expect(confirmed).toMatchObject({ status: 200 })
  return app
}

test('a shop requires no second factor before its owner says so', async () => {
  await api.pool.query('delete from shop')
  const defaults = { secondFactorRequired: false, version: 1 }
  expect((await api.call('/shop', { token: ownersToken })).body).toMatchObject(defaults)
  expect((await signIn(manager)).user).toEqual(manager)
  expect((await require(true)).body).toMatchObject({ secondFactorRequired: true, version: 2 })
  expect((await require(false)).body).toMatchObject({ secondFactorRequired: false, version: 3 })
  expect(
    await api.call('/shop', {
      method: 'PUT',
      token: ownersToken,
      body: { secondFactorRequired: 'yes' },
    }),
  ).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'secondFactorRequired' }] },
  })
})

test('an owner or a manager must set up a second factor after the next sign-in', async () => {
  const { token: before } = await signIn(manager)
  await require(true)
  expect([await read(before), await sell(before)]).toMatchObject([{ status: 200 }, { status: 201 }])
  for (const account of [manager, await createUser(api.pool, 1)]) {
    const { user, token } = await signIn(account)
    expect(user).toEqual({ ...account, mustSetUpSecondFactor: true })
    const stock = await shop.stock()
    expect([await read(token), await sell(token)]).toMatchObject([refusal, refusal])
    expect(await shop.stock()).toEqual(stock)
    const verified = await api.call('/auth/verify', { method: 'POST', token })
    expect(verified.body).toEqual({ user })
    await setUp(token)
    expect([await read(token), await sell(token)]).toMatchObject([{ status: 200 }, { status: 201 }])
  }
})

test('a cashier needs no second factor', async () => {
  await require(true)
  const cashier = await createUser(api.pool, 3)
  const { user, token } = await signIn(cashier)
  expect(user).toEqual(cashier)
  expect(await sell(token)).toMatchObject({ status: 201 })
})

test('a new password does not replace the second factor, and the end of the requirement does', async () => {
  await require(true)
  const { token: first } = await signIn(manager)
  const body = { currentPassword: password, newPassword: 'eight blue kettles' }
  const changed = await api.call('/auth/password', { token: first, body })
  const { user, token } = loginAnswer.parse(changed.body)
  expect(user).toEqual({ ...manager, mustSetUpSecondFactor: true })
  expect(await sell(token)).toMatchObject(refusal)
  expect(await api.call('/auth/sessions', { token })).toMatchObject(refusal)
  await require(false)
  expect(await sell(token)).toMatchObject({ status: 201 })
  const verified = await api.call('/auth/verify', { method: 'POST', token })
  expect(verified.body).toEqual({ user: manager })
  await require(true)
  expect((await api.call('/auth/logout', { method: 'POST', token })).status).toBe(204)
})

// @holds asvs 7.5.1
test('a second factor that the owner requires cannot be turned off', async () => {
  const { token } = await signIn(manager)
  const app = await setUp(token)
  await require(true)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const turnOff = (code: string, given = password) =>
    api.call('/auth/second-factor', { method: 'DELETE', token, body: { password: given, code } })
  const code = nextCode(app)
  expect(await turnOff(code, 'another password')).toMatchObject({ status: 422 })
  expect(await turnOff(code)).toMatchObject({
    status: 409,
    body: { detail: 'The owner requires a second factor.' },
  })
  const verified = await api.call('/auth/verify', { method: 'POST', token })
  expect(verified.body).toEqual({ user: { ...manager, secondFactor: true } })
  await require(false)
  // The refusal did not use the code up.
  expect(await turnOff(code)).toMatchObject({ status: 204 })
})

test('a cashier can turn off a second factor that is required of owners and managers @long', async () => {
  await require(true)
  const { token } = await signIn(await createUser(api.pool, 3))
  const app = await setUp(token)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const body = { password, code: nextCode(app) }
  const answer = await api.call('/auth/second-factor', { method: 'DELETE', token, body })
  expect(answer).toMatchObject({ status: 204 })
})

async function countQueries(work: () => Promise<{ status: number }>) {
  api.databaseProxy.queries.breakAt(Infinity, 'before')
  const { status } = await work()
  return { status, queries: api.databaseProxy.queries.stop() }
}

test('a session that must set up a second factor runs one query a call, before and after it has one @long', async () => {
  await require(true)
  const { token } = await signIn(manager)
  const verify = () => api.call('/auth/verify', { method: 'POST', token })
  expect(await countQueries(verify)).toEqual({ status: 200, queries: 1 })
  expect(await countQueries(() => read(token))).toEqual({ status: 403, queries: 1 })
  expect(await countQueries(() => sell(token))).toEqual({ status: 403, queries: 1 })
  await setUp(token)
  expect((await verify()).body).toEqual({ user: { ...manager, secondFactor: true } })
  expect(await countQueries(() => read(token))).toEqual({ status: 200, queries: 1 })
  expect(await countQueries(() => sell(token))).toEqual({ status: 201, queries: 1 })
})

test('a session whose second factor was turned off goes on, and the next sign-in must set up another', async () => {
  await require(true)
  const { token } = await signIn(manager)
  await setUp(token)
  expect(await read(token)).toMatchObject({ status: 200 })
  const path = `/users/${manager.id}/second-factor`
  await api.call(path, { method: 'DELETE', token: ownersToken })
  expect(await sell(token)).toMatchObject({ status: 201 })
  const { user, token: next } = await signIn(manager)
  expect(user).toEqual({ ...manager, mustSetUpSecondFactor: true })
  expect(await sell(next)).toMatchObject(refusal)
})
