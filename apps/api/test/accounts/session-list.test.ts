import { setTimeout as wait } from 'node:timers/promises'
import { countAnswer, sessionRow } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createSessionActivity } from '#src/http/session-activity'
import { createSessionList } from '#src/modules/sessions/session-list'
import { startSecondApi, startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, password, type TestUser } from '#test/support/test-users'

let api: TestApi
let second: Awaited<ReturnType<typeof startSecondApi>>
let user: TestUser
beforeAll(async () => {
  api = await startTestApi()
  second = await startSecondApi(api)
})
beforeEach(async () => {
  user = await createUser(api.pool)
})
afterAll(async () => {
  await second.stop()
  await api.stop()
})

const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const desk = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'

const answer = z.object({ token: z.string() })

async function signIn(userAgent: string, from: string, email = user.email): Promise<string> {
  const { status, body } = await api.call('/auth/login', {
    body: { email, password },
    headers: { 'user-agent': userAgent },
    from,
  })
  expect(status).toBe(200)
  return answer.parse(body).token
}

/** A token as Stockie signed it before it listed sessions: no row belongs to it. */
const formerToken = () => api.tokens.sign({ userId: user.id, version: 0 })

async function list(token: string, { call } = { call: api.call }) {
  const { status, body } = await call('/auth/sessions', { token })
  expect(status).toBe(200)
  return z.array(sessionRow).parse(body)
}

const end = (token: string, id: number | undefined) =>
  api.call(`/auth/sessions/${id}`, { method: 'DELETE', token })
const endOthers = (token: string) =>
  api.call('/auth/sessions/end-others', { method: 'POST', token })
const verify = async (token: string, { call } = { call: api.call }) =>
  (await call('/auth/verify', { method: 'POST', token })).status

// @holds asvs 7.5.2
test('the list shows each sign-in of the account, the present one first', async () => {
  const stranger = await createUser(api.pool)
  await signIn(phone, '192.0.2.9', stranger.email)
  const atDesk = await signIn(desk, '192.0.2.7')
  // As a socket that serves both kinds of addresses reports it.
  const onPhone = await signIn(phone, '::ffff:192.0.2.8')
  const rows = await list(atDesk)
  expect(rows).toMatchObject([
    { device: 'Firefox on Linux', current: true },
    { device: 'Chrome on Android', address: '192.0.2.8', current: false },
  ])
  const [present] = rows
  expect(Math.abs(Date.parse(present?.createdAt ?? '') - Date.now())).toBeLessThan(60_000)
  expect(await list(onPhone)).toMatchObject([
    { device: 'Chrome on Android', current: true },
    { device: 'Firefox on Linux', current: false },
  ])
})

// @holds asvs 7.5.2
test('an ended session is refused at once by every process, and its row is gone', async () => {
  const present = await signIn(desk, '192.0.2.7')
  const stolen = await signIn(phone, '192.0.2.8')
  const [, other] = await list(present)
  expect(await verify(stolen, second)).toBe(200)
  expect((await end(present, other?.id)).status).toBe(204)
  expect([await verify(stolen), await verify(stolen, second)]).toEqual([401, 401])
  expect(await verify(present)).toBe(200)
  expect(await list(present)).toHaveLength(1)
  expect((await end(present, other?.id)).status).toBe(404)
})

test("a user cannot end another account's session", async () => {
  const mine = await signIn(desk, '192.0.2.7')
  const [row] = await list(mine)
  const stranger = await createUser(api.pool, 1)
  const strangersToken = await signIn(phone, '192.0.2.9', stranger.email)
  expect((await end(strangersToken, row?.id)).status).toBe(404)
  expect((await endOthers(strangersToken)).body).toEqual({ count: 0 })
  expect(await verify(mine)).toBe(200)
})

// @holds asvs 7.5.2
test('End all others ends every session of the account but the present one', async () => {
  const present = await signIn(desk, '192.0.2.7')
  const others = [await signIn(phone, '192.0.2.8'), await signIn(desk, '192.0.2.7'), formerToken()]
  await verify(others[2] ?? '')
  const ended = await endOthers(present)
  expect([ended.status, countAnswer.parse(ended.body)]).toEqual([200, { count: 3 }])
  for (const token of others) expect(await verify(token)).toBe(401)
  expect(await list(present)).toMatchObject([{ current: true }])
  expect((await endOthers(present)).body).toEqual({ count: 0 })
})

test('a token from before sessions were listed is one of an unknown device once it is used', async () => {
  const present = await signIn(desk, '192.0.2.7')
  const former = formerToken()
  expect(await list(present)).toHaveLength(1)
  await api.call('/customers', { token: former, from: '192.0.2.30' })
  const [, row] = await list(present)
  expect(row).toMatchObject({ device: null, address: '192.0.2.30', current: false })
  expect((await end(present, row?.id)).status).toBe(204)
  expect(await verify(former)).toBe(401)
})

test('a session that logged out or expired, or whose account got another version, is not listed', async () => {
  const [loggedOut, expired, present] = [
    await signIn(desk, '192.0.2.1'),
    await signIn(phone, '192.0.2.2'),
    await signIn(phone, '192.0.2.3'),
  ]
  await api.call('/auth/logout', { method: 'POST', token: loggedOut })
  const session = api.tokens.verify(expired)?.session
  await api.pool.query(`update sessions set ends_at = now() where token_hash = $1`, [session])
  expect(await list(present)).toHaveLength(1)

  await api.pool.query('update users set token_version = 1 where id = $1', [user.id])
  const renewed = await signIn(phone, '192.0.2.3')
  expect(await list(renewed)).toMatchObject([{ current: true }])
  const { rows } = await api.pool.query('select from sessions where token_hash = $1', [session])
  expect(rows).toHaveLength(0)
})

test('a new password ends the other sessions, and the present one goes on as the same row', async () => {
  const present = await signIn(desk, '192.0.2.7')
  const other = await signIn(phone, '192.0.2.8')
  const [before] = await list(present)
  const changed = await api.call('/auth/password', {
    token: present,
    body: { currentPassword: password, newPassword: 'another good password' },
  })
  const renewed = answer.parse(changed.body).token
  const rows = await list(renewed)
  expect(rows).toMatchObject([{ id: before?.id, device: 'Firefox on Linux', current: true }])
  expect(rows).toHaveLength(1)
  expect([await verify(present), await verify(other)]).toEqual([401, 401])
})

test('the last use is written at most once a minute by each process', async () => {
  const token = await signIn(desk, '192.0.2.7')
  const lastSeen = async (by = api.call) =>
    Date.parse((await list(token, { call: by }))[0]?.lastSeenAt ?? '')
  await lastSeen()
  await api.pool.query(
    `update sessions set last_seen_at = last_seen_at - interval '1 hour' where user_id = $1`,
    [user.id],
  )
  const hourAgo = Date.now() - 3_590_000
  expect(await lastSeen()).toBeLessThan(hourAgo)
  // Another process has noted nothing yet.
  expect(await lastSeen(second.call)).toBeGreaterThan(hourAgo)
})

test.each([
  ['the list of sessions', async (token: string) => (await list(token)).length, 2],
  [
    'End all others',
    async (token: string) => countAnswer.parse((await endOthers(token)).body).count,
    1,
  ],
])(
  '%s waits for a write of another caller that is in flight @long',
  async (_what, count, expected) => {
    const present = await signIn(desk, '192.0.2.7')
    await verify(formerToken())
    const client = await api.pool.connect()
    onTestFinished(() => client.release())
    // Readers go on, writers wait.
    await client.query('begin; lock table sessions in share mode')
    const first = list(present)
    const isWriting = async () =>
      (
        await client.query(
          `select from pg_locks where relation = 'sessions'::regclass and not granted`,
        )
      ).rowCount
    await expect.poll(isWriting, { timeout: 10_000 }).toBe(1)
    const counted = count(present)
    await Promise.race([counted, wait(300)])
    await client.query('commit')
    expect(await counted).toBe(expected)
    await first
  },
)

test('the last use is written by itself a moment after a call', async () => {
  const activity = createSessionActivity({ pool: api.pool, trustedProxies: 1, delay: 1 })
  const claim = api.tokens.verify(formerToken())
  if (!claim) throw new Error('The token was refused.')
  const request = { headers: {}, socket: { remoteAddress: '192.0.2.50' }, connection: {} }
  activity.note(claim, request as never)
  const isWritten = async () =>
    (await api.pool.query('select from sessions where token_hash = $1', [claim.session])).rowCount
  await expect.poll(isWritten, { timeout: 10_000 }).toBe(1)
})

test('sessions that end each other at the same moment all get an answer', async () => {
  const tokens: string[] = []
  for (let index = 0; index < 6; index += 1) tokens.push(await signIn(desk, '192.0.2.7'))
  const answers = await Promise.all(tokens.map(endOthers))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([])
  expect(statuses).toContain(200)
  const alive = await Promise.all(tokens.map((token) => verify(token)))
  expect(alive.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
})

test('a call that a new password overtakes ends nothing @long', async () => {
  const present = await signIn(desk, '192.0.2.7')
  const stolen = api.tokens.verify(await signIn(phone, '192.0.2.8'))
  if (!stolen) throw new Error('The token was refused.')
  const changed = await api.call('/auth/password', {
    token: present,
    body: { currentPassword: password, newPassword: 'another good password' },
  })
  const renewed = answer.parse(changed.body).token
  // The lookup of the account was before the new password.
  await expect(createSessionList(api.pool).endOthers(stolen)).rejects.toThrow('Please log in.')
  expect(await verify(renewed)).toBe(200)
})
