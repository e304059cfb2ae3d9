import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSessionActivity } from '#src/http/session-activity'
import { endIdleSessions } from '#src/modules/sessions/idle-sessions'
import { openProgram, serverEnv } from '#test/support/built-program'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, type TestUser } from '#test/support/test-users'

const program = openProgram()
let api: TestApi
let user: TestUser
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  user = await createUser(api.pool)
})
afterAll(async () => {
  await api.stop()
})

const tenMinutes = 600
const unattended = { 'X-Unattended': '1' }

const newToken = () => api.tokens.sign({ userId: user.id, version: 0 })
const verify = async (token: string) =>
  (await api.call('/auth/verify', { method: 'POST', token })).status

/** The list of sessions writes first what the calls noted. */
async function call(token: string, headers: Record<string, string> = {}): Promise<number> {
  const { status } = await api.call('/changes', { token, headers })
  if (status === 200) await api.call('/auth/sessions', { token, headers })
  return status
}

/** A session that was last used this number of minutes ago. */
async function seen(minutes: number): Promise<string> {
  const token = newToken()
  expect(await call(token, unattended)).toBe(200)
  await api.pool.query(
    `update sessions set last_seen_at = now() - make_interval(mins => $2) where token_hash = $1`,
    [api.tokens.verify(token)?.session, minutes],
  )
  return token
}

// @holds asvs 7.3.1
test('a session that no user has used for the time ends, and the others go on', async () => {
  const [idle, used] = [await seen(11), await seen(9)]
  expect(await endIdleSessions(api.pool, tenMinutes)).toBe(1)
  expect([await verify(idle), await verify(used)]).toEqual([401, 200])
  expect(await endIdleSessions(api.pool, tenMinutes)).toBe(0)
})

// @holds asvs 7.3.1
test('the calls of a page that no user uses do not count as a use', async () => {
  const [idle, used] = [await seen(11), await seen(11)]
  expect([await call(idle, unattended), await call(used)]).toEqual([200, 200])
  await endIdleSessions(api.pool, tenMinutes)
  expect([await call(idle), await call(used)]).toEqual([401, 200])
})

test('a process that has just started does not take the first call of such a page for a use', async () => {
  const idle = await seen(11)
  const present = api.tokens.verify(idle)
  if (!present) throw new Error('The token was refused.')
  const activity = createSessionActivity({ pool: api.pool, trustedProxies: 1, delay: Infinity })
  const request = { headers: { 'x-unattended': '1' }, socket: { remoteAddress: '192.0.2.50' } }
  const claim = { ...present, beganAt: new Date(Date.now() - 3_600_000) }
  activity.note(claim, { ...request, connection: {} } as never)
  await activity.write()
  await endIdleSessions(api.pool, tenMinutes)
  expect(await verify(idle)).toBe(401)
})

test('two processes that end idle sessions at the same moment end each one once', async () => {
  for (let index = 0; index < 20; index += 1) await seen(11)
  const counts = await Promise.all(
    Array.from({ length: 4 }, () => endIdleSessions(api.pool, tenMinutes)),
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20)
})

// @holds asvs 7.3.1
test('Stockie ends idle sessions only with IDLE_TIMEOUT @long', async () => {
  const idle = await seen(11)
  const start = async (settings: Record<string, string>) => {
    const env = { ...(await serverEnv(api.databaseUrl)), ...settings }
    const stockie = program.start('main', { env })
    await stockie.waitForOutput('Stockie has started.')
    return stockie
  }
  const [without, withTimeout] = [await start({}), await start({ IDLE_TIMEOUT: '10m' })]
  await withTimeout.waitForOutput('Idle sessions have ended.')
  for (const { child } of [without, withTimeout]) child.kill('SIGTERM')
  expect((await without.ended).stdout).not.toContain('Idle sessions')
  expect((await withTimeout.ended).code).toBe(0)
  expect(await verify(idle)).toBe(401)
})
