import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDeadline } from '#src/database/pool/deadline-pool'
import { createSessions } from '#src/modules/sessions/sessions.service'
import { createPasswords, decoyHash } from '#src/security/passwords'
import { createSecondFactorCodes } from '#src/security/second-factor-codes'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { saleKind } from '#test/support/document-kinds'
import { startSecondApi, startTestApi, type TestApi, testSecret } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser, password as present } from '#test/support/test-users'

let api: TestApi
let second: Awaited<ReturnType<typeof startSecondApi>>
let shop: TestShop
const passwords = createPasswords()
beforeAll(async () => {
  api = await startTestApi()
  second = await startSecondApi(api)
  shop = await openTestShop(api)
  // Start the worker thread up front: that takes longer than a comparison.
  await passwords.matches(present, undefined)
})
afterAll(async () => {
  await second.stop()
  await passwords.close()
  await api.stop()
})

const sign = (userId = shop.user.id) => api.tokens.sign({ userId, version: 0 })
const logout = (token: string) => api.call('/auth/logout', { method: 'POST', token })
const verify = async (token: string, { call }: Pick<TestApi, 'call'> = api) =>
  (await call('/auth/verify', { method: 'POST', token })).status
const endedSessions = async () => (await api.pool.query('select * from ended_sessions')).rows

// @holds asvs 7.4.1
test('a log-out ends its session at once for every call and process, and no other session', async () => {
  const [token, elsewhere] = [sign(), sign()]
  const sale = saleKind.body(shop, [{ productId: shop.products[0] }])
  const headers = { 'idempotency-key': 'before-the-end' }
  const password = { currentPassword: 'not the password', newPassword: 'quite another password' }
  const calls = [
    // A list, a report, recorded documents and Express routes: each of them checks the session separately.
    () => api.call('/customers', { token }),
    () => second.call('/customers', { token }),
    () => api.call('/reports/profit-summary', { token }),
    () => api.call('/sales', { token, body: sale, headers }),
    () => second.call('/sales', { token, body: sale }),
    () => api.call('/purchases', { token, body: {} }),
    () => api.call('/customers', { token, body: { name: 'Ada' } }),
    () => api.call('/auth/password', { token, body: password }),
    () => api.call('/auth/verify', { token, method: 'POST' }),
    () => second.call('/auth/verify', { token, method: 'POST' }),
  ]
  const statuses = async () => {
    const found = []
    for (const call of calls) found.push((await call()).status)
    return found
  }
  expect(await statuses()).toEqual([200, 200, 200, 201, 201, 422, 201, 422, 200, 200])

  const answer = await logout(token)
  expect([answer.status, answer.text]).toEqual([204, ''])
  expect(new Set(await statuses())).toEqual(new Set([401]))
  expect(await verify(elsewhere)).toBe(200)
  expect(await verify(elsewhere, second)).toBe(200)

  // An idempotent retry must not replay the answer if the connection breaks at the query that refuses the
  // session.
  api.databaseProxy.queries.breakAt(1, 'before')
  expect((await api.call('/sales', { token, body: sale, headers })).status).toBe(503)
  api.databaseProxy.queries.stop()
})

// @holds asvs 7.4.1
test('concurrent log-outs end a session once, and a later log-out is refused', async () => {
  const token = sign()
  const before = (await endedSessions()).length
  // Both find the session active before the first of them ends it.
  const sendings = [() => logout(token), () => logout(token)]
  const both = await queueBehindLock(api.pool, 'lock table ended_sessions in share mode', sendings)
  expect(both.map(({ status }) => status)).toEqual([204, 204])
  expect((await logout(token)).status).toBe(401)
  expect(await endedSessions()).toHaveLength(before + 1)
})

test('a log-out answers 401 if a concurrent password change has already replaced the token', async () => {
  const { id } = await createUser(api.pool)
  const sending = () => logout(sign(id))
  const change = `update users set token_version = token_version + 1 where id = ${id}`
  const [answer] = await queueBehindLock(api.pool, change, [sending])
  expect(answer?.status).toBe(401)
})

/** Actions that end sessions of a new account, with a fake hash because hashing takes a second. */
async function createSessionActions() {
  const { pool, tokens } = api
  const user = await createUser(pool)
  const { id } = user
  const fastPasswords = { ...passwords, hash: async () => decoyHash }
  const sessions = createSessions({
    pool,
    tokens,
    passwords: fastPasswords,
    secondFactorCodes: createSecondFactorCodes(testSecret),
  })
  const claimOf = (token: string) => {
    const found = tokens.verify(token)
    if (!found) throw new Error('A token was refused.')
    return found
  }
  const [claim, elsewhere] = [claimOf(sign(id)), claimOf(sign(id))]
  const input = { currentPassword: present, newPassword: 'quite another password' }
  const request = { input, address: '203.0.113.5' }
  // A long deadline, because the tests depend on the order of the actions and not on their duration.
  const outcome = (ending: () => Promise<unknown>) =>
    withDeadline(performance.now() + 60_000, ending).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  return {
    id,
    begun: `insert into ended_sessions values ('\\x${claim.session.toString('hex')}', now())`,
    end: () => outcome(() => sessions.logout(claim)),
    change: () => outcome(() => sessions.changePassword(claim, user, request)),
    changeElsewhere: () => outcome(() => sessions.changePassword(elsewhere, user, request)),
  }
}

test.each([
  ['log-out', 'change of the password'],
  ['change of the password', 'log-out'],
])('a %s in progress makes the later %s of the same session fail', async (first) => {
  const { begun, end, change } = await createSessionActions()
  // The first action locks the account and waits for the ended session's key; the second waits for the
  // account.
  const endings = first === 'log-out' ? [end, change] : [change, end]
  const outcomes = await queueBehindLock(api.pool, begun, endings, 'rollback')
  expect(outcomes).toEqual(['done', 'unauthenticated'])
})

test('the second of two concurrent password changes is refused, from the same or another session', async () => {
  for (const other of ['change', 'changeElsewhere'] as const) {
    const account = await createSessionActions()
    const held = `select from users where id = ${account.id} for update`
    const outcomes = await queueBehindLock(api.pool, held, [account.change, account[other]])
    expect(outcomes).toEqual(['done', 'unauthenticated'])
  }
})

test('a password change succeeds after a concurrent update of another column of its account', async () => {
  const { id, change } = await createSessionActions()
  const renamed = `update users set name = 'Ada' where id = ${id}`
  expect(await queueBehindLock(api.pool, renamed, [change])).toEqual(['done'])
})

test('an account without any permission can log out', async () => {
  const token = sign((await createUser(api.pool, 4)).id)
  expect((await logout(token)).status).toBe(204)
  expect(await verify(token)).toBe(401)
})

test('a log-out that did not reach the database ends nothing and can be repeated', async () => {
  const token = sign()
  for (const query of [1, 2]) {
    api.databaseProxy.queries.breakAt(query, 'before')
    expect((await logout(token)).status).toBe(503)
    api.databaseProxy.queries.stop()
    expect(await verify(token)).toBe(200)
  }
  expect((await logout(token)).status).toBe(204)
})

// @holds asvs 11.4.3
test('the hash of an ended session is kept until a day after its token expires', async () => {
  await api.pool.query('delete from ended_sessions')
  await logout(sign())
  const age = (hours: number) =>
    api.pool.query(`update ended_sessions set ends_at = now() - interval '${hours} hours'`)
  await age(23)
  await logout(sign())
  expect(await endedSessions()).toHaveLength(2)
  await age(25)
  await logout(sign())
  const rows = await endedSessions()
  expect(rows).toEqual([{ token_hash: expect.any(Buffer), ends_at: expect.any(Date) }])
  expect(rows[0].ends_at.getTime()).toBeGreaterThan(Date.now())
})
