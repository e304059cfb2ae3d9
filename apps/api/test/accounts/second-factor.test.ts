import { loginAnswer, recoveryCodesAnswer, secondFactorBegun, userRow } from '@stockie/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { nextCode, openApp } from '#test/support/authenticator-app'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, password, type TestUser } from '#test/support/test-users'

let api: TestApi
let user: TestUser
let token: string
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  user = await createUser(api.pool, 3)
  token = api.tokens.sign({ userId: user.id, version: 0 })
})
afterEach(() => vi.useRealTimers())
afterAll(() => api.stop())

const required = { status: 401, body: { type: 'urn:stockie:problem:second-factor-required' } }

async function begin(sent = token) {
  const { status, body } = await api.call('/auth/second-factor', { method: 'POST', token: sent })
  expect(status).toBe(200)
  return openApp(secondFactorBegun.parse(body).otpauthUrl)
}

const confirm = (code: string, sent = token) =>
  api.call('/auth/second-factor/confirm', { token: sent, body: { code } })

/** Turns the second factor of an account on. */
async function turnOn(sent = token) {
  const app = await begin(sent)
  const { status, body } = await confirm(nextCode(app), sent)
  expect(status).toBe(200)
  return { app, recoveryCodes: recoveryCodesAnswer.parse(body).recoveryCodes }
}

const signIn = (code?: string, { email }: { email: string } = user, given = password) =>
  api.call('/auth/login', { body: { email, password: given, ...(code !== undefined && { code }) } })

const change = (method: string, path: string, body: object) =>
  api.call(`/auth/second-factor${path}`, { method, token, body })

// @holds asvs 6.3.3
test('an account with a second factor signs in with a code', async () => {
  const { app } = await turnOn()
  expect(await signIn()).toMatchObject(required)
  expect(await signIn('')).toMatchObject(required)
  const { status, body } = await signIn(` ${nextCode(app).replace(/^.{3}/, '$& ')} `)
  expect(status).toBe(200)
  const { user: signedIn, token: fresh } = loginAnswer.parse(body)
  expect(signedIn).toEqual({ ...user, secondFactor: true })
  for (const sent of [fresh, token]) {
    const verified = await api.call('/auth/verify', { method: 'POST', token: sent })
    expect(verified.body).toEqual({ user: { ...user, secondFactor: true } })
  }
})

test('the audit log tells the step without a code from a failed sign-in', async () => {
  const { app } = await turnOn()
  await signIn()
  await signIn('000000')
  await signIn(nextCode(app))
  const lines = api
    .audited()
    .trim()
    .split('\n')
    .map((line) => z.looseObject({}).parse(JSON.parse(line)))
  const events = lines
    .filter(({ account }) => account === user.id)
    .map(({ event, path }) => event ?? path)
  expect(events).toEqual(['write', 'write', 'code-asked', 'failed-sign-in', 'sign-in'])
})

test('an account without a second factor signs in as before, with any code', async () => {
  expect(await signIn()).toMatchObject({ status: 200 })
  expect(await signIn('123456')).toMatchObject({ status: 200, body: { user } })
})

test('a second factor has no effect before a code confirms it', async () => {
  const first = await begin()
  const second = await begin()
  expect(await signIn()).toMatchObject({ status: 200 })
  for (const code of [nextCode(first), '000000']) {
    expect(await confirm(code)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'code', message: 'The code is not correct.' }] },
    })
  }
  expect(await signIn()).toMatchObject({ status: 200 })
  expect(await confirm(nextCode(second))).toMatchObject({ status: 200 })
  expect(await signIn()).toMatchObject(required)
  expect(await confirm(nextCode(second))).toMatchObject({ status: 409 })
  const again = await api.call('/auth/second-factor', { method: 'POST', token })
  expect(again).toMatchObject({ status: 409 })
})

test('a confirmation without a beginning is refused', async () => {
  expect(await confirm('123456')).toMatchObject({ status: 409 })
  expect(await confirm(' ')).toMatchObject({ status: 422, body: { errors: [{ path: 'code' }] } })
})

// @holds asvs 6.5.1, 6.5.5
test('a used code, an old code and a code of another account get the answer of a wrong one', async () => {
  const { app } = await turnOn()
  const other = await createUser(api.pool, 3)
  const others = await turnOn(api.tokens.sign({ userId: other.id, version: 0 }))
  const code = nextCode(app)
  expect(await signIn(code)).toMatchObject({ status: 200 })
  const wrong = await signIn('000000')
  expect(wrong).toMatchObject({
    status: 401,
    body: { type: 'urn:stockie:problem:unauthenticated', detail: 'Incorrect email or password.' },
  })
  const [othersRecoveryCode = ''] = others.recoveryCodes
  for (const bad of [code, others.app.generate(), othersRecoveryCode]) {
    expect(await signIn(bad)).toMatchObject({ status: 401, body: wrong.body })
  }
  // A step before one that counted, although the clock still allows it.
  const early = nextCode(app)
  expect(await signIn(nextCode(app))).toMatchObject({ status: 200 })
  expect(await signIn(early)).toMatchObject({ status: 401, body: wrong.body })
})

test('of two sign-ins with the same code at the same moment, one fails', async () => {
  const { app, recoveryCodes } = await turnOn()
  for (const code of [nextCode(app), recoveryCodes[3]]) {
    const answers = await Promise.all([signIn(code), signIn(code), signIn(code)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  }
})

// @holds asvs 6.4.4, 6.5.1
test('each of ten recovery codes is good for one sign-in', async () => {
  const { recoveryCodes } = await turnOn()
  expect(recoveryCodes).toHaveLength(10)
  const [first = '', second = ''] = recoveryCodes
  const statuses = [first, first, second.toUpperCase().replaceAll('-', ''), second]
  for (const [index, code] of statuses.entries()) {
    expect((await signIn(code)).status).toBe(index % 2 === 0 ? 200 : 401)
  }
})

// @holds asvs 6.3.1
test('wrong codes count as failed sign-ins, and the step without a code neither counts nor resets', async () => {
  const { app } = await turnOn()
  for (let attempt = 0; attempt < 4; attempt += 1) {
    expect(await signIn('000000')).toMatchObject({ status: 401 })
    expect(await signIn()).toMatchObject(required)
  }
  expect(await signIn('000000')).toMatchObject({ status: 401 })
  expect(await signIn(nextCode(app))).toMatchObject({ status: 429 })
  expect(await signIn()).toMatchObject({ status: 429 })
})

test('a wrong password gets the specified failure, with and without a code', async () => {
  const { app } = await turnOn()
  const failure = { status: 401, body: { detail: 'Incorrect email or password.' } }
  expect(await signIn(undefined, user, 'another password')).toMatchObject(failure)
  const code = nextCode(app)
  expect(await signIn(code, user, 'another password')).toMatchObject(failure)
  // The code was not used up.
  expect(await signIn(code)).toMatchObject({ status: 200 })
})

test('new recovery codes and the end of the second factor need the password and a code @long', async () => {
  const { app, recoveryCodes } = await turnOn()
  const [old = ''] = recoveryCodes
  const calls = [
    ['POST', '/recovery-codes'],
    ['DELETE', ''],
  ] as const
  for (const [method, path] of calls) {
    const wrongPassword = { password: 'another password', code: nextCode(app) }
    expect(await change(method, path, wrongPassword)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'password', message: 'The password is not correct.' }] },
    })
    expect(await change(method, path, { password, code: '000000' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'code' }] },
    })
  }
  const renewed = await change('POST', '/recovery-codes', { password, code: nextCode(app) })
  const [fresh = ''] = recoveryCodesAnswer.parse(renewed.body).recoveryCodes
  expect(await signIn(old)).toMatchObject({ status: 401 })
  expect(await signIn(fresh)).toMatchObject({ status: 200 })
  expect(await change('DELETE', '', { password, code: nextCode(app) })).toMatchObject({
    status: 204,
  })
  expect(await signIn()).toMatchObject({ status: 200 })
  expect(await change('DELETE', '', { password, code: '000000' })).toMatchObject({ status: 409 })
  const verified = await api.call('/auth/verify', { method: 'POST', token })
  expect(verified).toMatchObject({ status: 200, body: { user } })
})

test('failed proofs are limited', async () => {
  const { app } = await turnOn()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(await change('DELETE', '', { password, code: '000000' })).toMatchObject({ status: 422 })
  }
  const right = { password, code: nextCode(app) }
  expect(await change('DELETE', '', right)).toMatchObject({ status: 429 })
})

test('a new password does not reset the count of wrong codes @long', async () => {
  await turnOn()
  for (let round = 0; round < 2; round += 1) {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect(await change('DELETE', '', { password, code: '000000' })).toMatchObject({
        status: 422,
      })
    }
    const body = { currentPassword: password, newPassword: password }
    const changed = await api.call('/auth/password', { token, body })
    token = loginAnswer.parse(changed.body).token
  }
  const statuses: number[] = []
  for (let attempt = 0; attempt < 3; attempt += 1) {
    statuses.push((await change('DELETE', '', { password, code: '000000' })).status)
  }
  expect(statuses).toEqual([422, 422, 429])
})

test('the owner turns off the second factor of a lost phone', async () => {
  await turnOn()
  const owner = await createUser(api.pool, 1)
  const sent = api.tokens.sign({ userId: owner.id, version: 0 })
  const rowOf = async () =>
    z
      .array(userRow)
      .parse((await api.call('/users', { token: sent })).body)
      .find(({ id }) => id === user.id)
  expect(await rowOf()).toMatchObject({ secondFactor: true })
  const path = `/users/${user.id}/second-factor`
  expect(await api.call(path, { method: 'DELETE', token })).toMatchObject({ status: 403 })
  expect(await api.call(path, { method: 'DELETE', token: sent })).toMatchObject({ status: 204 })
  expect(await rowOf()).toMatchObject({ secondFactor: false })
  expect(await signIn()).toMatchObject({ status: 200 })
})

// @holds asvs 14.2.4
test('neither the database nor the log holds a secret or a recovery code in clear', async () => {
  const { app, recoveryCodes } = await turnOn()
  await signIn(nextCode(app))
  await signIn(recoveryCodes[0])
  const { rows } = await api.pool.query<{ content: string }>(
    'select to_jsonb(users)::text as content from users where id = $1',
    [user.id],
  )
  const kept = (rows[0]?.content ?? '') + api.logged() + api.audited()
  expect(kept).toContain(user.email)
  const secrets = [app.secret.base32, app.secret.hex, ...recoveryCodes]
  const found = secrets.filter((secret) => kept.toLowerCase().includes(secret.toLowerCase()))
  expect(found).toEqual([])
})
