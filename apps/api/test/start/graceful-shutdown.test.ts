import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#src/database/pool/connect'
import { createTokens } from '#src/security/tokens'
import { openProgram, serverEnv } from '#test/support/built-program'
import { openDatabaseProxy } from '#test/support/database/database-proxy'
import { testSecret } from '#test/support/test-api'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { createUser } from '#test/support/test-users'

const program = openProgram()
let database: TestDatabase
let token: string

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool, close } = connect(database.url)
  const { id } = await createUser(pool)
  await close()
  token = createTokens({ secret: testSecret, ttl: 3600 }).sign({ userId: id, version: 0 })
})
afterAll(async () => {
  await database.drop()
})

type Outcome = 'answered' | 'refused' | 'lost'

/** Sends one call that needs the database, over a kept-alive connection. */
function verify(port: string, agent: http.Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = http.request({
      host: '127.0.0.1',
      port,
      agent,
      method: 'POST',
      path: '/api/v1/auth/verify',
      headers: { authorization: `Bearer ${token}` },
    })
    request.once('response', (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode === 200 ? 'answered' : 'lost'))
      response.once('error', () => resolve('lost'))
    })
    request.once('error', (error) => {
      resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'lost')
    })
    request.end()
  })
}

test('SIGTERM under load loses no request and the process exits with 0', async () => {
  const env = await serverEnv(database.url)
  const server = program.start('main', { env })
  await server.waitForOutput('Stockie is at')
  const outcomes = { answered: 0, refused: 0, lost: 0 }
  let enough = () => {}
  const busy = new Promise<void>((resolve) => (enough = resolve))

  async function callUntilRefused(): Promise<void> {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (;;) {
      const outcome = await verify(String(env.PORT), agent)
      outcomes[outcome] += 1
      if (outcomes.answered === 500) enough()
      if (outcome !== 'answered') return agent.destroy()
    }
  }

  const callers = Array.from({ length: 20 }, callUntilRefused)
  await busy
  server.child.kill('SIGTERM')
  const [{ code }] = await Promise.all([server.ended, ...callers])
  expect(outcomes).toEqual({ answered: expect.any(Number), refused: 20, lost: 0 })
  expect(code).toBe(0)
})

test('SIGTERM while the database is frozen answers every in-flight request and exits within 30 seconds @long', async () => {
  const line = await openDatabaseProxy(database.url)
  const env = await serverEnv(line.url)
  const server = program.start('main', { env })
  await server.waitForOutput('Stockie is at')
  const call = () =>
    fetch(`http://127.0.0.1:${env.PORT}/api/v1/auth/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
  await Promise.all(Array.from({ length: 20 }, call))
  line.freeze()
  const calls = Array.from({ length: 20 }, call)
  // Wait until the server has received all of them.
  await wait(1_500)
  const begun = performance.now()
  server.child.kill('SIGTERM')
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([503]))
  expect((await server.ended).code).toBe(0)
  // The shortest grace period that Docker is configured with before it kills the process.
  expect(performance.now() - begun).toBeLessThan(30_000)
  await line.disconnect()
})
