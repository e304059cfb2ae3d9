import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { seed } from '@stockie/prisma/seed'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isReachableFromOutside } from '#src/server/network-exposure'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { openProgram, serverEnv } from '#test/support/built-program'

const program = openProgram()
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await seed(client, { profile: 'e2e', timeZone: 'UTC' })
  await client.end()
})
afterAll(() => database.drop())

/** Starts the server and stops it after this output. Returns what it printed. */
async function start(settings: Record<string, string>, lastOutput = 'Stockie is at') {
  const env = { ...(await serverEnv(database.url)), ...settings }
  const server = program.start('main', { env })
  const isServing = await server.waitForOutput(lastOutput).then(
    () => true,
    () => false,
  )
  server.child.kill('SIGTERM')
  return { isServing, ...(await server.ended) }
}

const exposures: Record<string, string>[] = [
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { TRUST_PROXY: '1' },
  { PUBLISH: '0.0.0.0' },
  { HOST: '0.0.0.0', PUBLISH: '192.0.2.7' },
  // Left over in .env from Compose.
  { HOST: '0.0.0.0', PUBLISH: '127.0.0.1' },
]

test.each(exposures)(
  // @holds asvs 6.3.2
  'the start refuses accounts with a public password if other machines can connect: %j',
  async (exposure) => {
    const { isServing, code, stdout, stderr } = await start(exposure)
    expect({ isServing, code, stdout }).toMatchObject({ isServing: false, code: 1 })
    expect(stderr).toContain('Other machines can reach Stockie (')
    expect(stderr).toContain(
      'public password of the demo: owner@stockie.test, manager@stockie.test, cashier@stockie.test, blocked@stockie.test. Give each of them another one with npm run users -- password <email>',
    )
  },
)

const safeSettings: Record<string, string>[] = [
  { HOST: '127.0.0.2' },
  { HOST: 'localhost' },
  { HOST: '0.0.0.0', STOCKIE_SEED: 'demo' },
]

test.each(safeSettings)(
  // @holds asvs 6.3.2
  'the start accepts public passwords for this machine only or by choice: %j',
  async (settings) => {
    const { isServing, stderr } = await start(settings)
    expect({ isServing, stderr }).toEqual({ isServing: true, stderr: '' })
  },
)

test.each([
  ['127.0.0.1', 0, false],
  ['::1', 0, false],
  ['0.0.0.0', 0, true],
  ['127.0.0.1', 1, true],
])(
  // @holds asvs 6.3.2
  'in a container, PUBLISH=%s with TRUST_PROXY=%i decides: %s',
  (PUBLISH, TRUST_PROXY, expected) => {
    expect(isReachableFromOutside({ HOST: '0.0.0.0', PUBLISH, TRUST_PROXY }, true)).toBe(expected)
  },
)

// @holds asvs 6.3.2
test('a new home gets no demo if other machines can connect, but the owner of .env', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-exposed-'))
  await chmod(folder, 0o755)
  const settings = { DATABASE_URL: '', STOCKIE_HOME: path.join(folder, 'home'), HOST: '0.0.0.0' }
  const refused = await start(settings)
  expect(refused).toMatchObject({ isServing: false, code: 1 })
  expect(refused.stderr).toContain('set OWNER_EMAIL in .env to start your own shop')
  const owner = { OWNER_EMAIL: 'nora@shop.example', OWNER_PASSWORD: 'a good password' }
  const served = await start({ ...settings, ...owner })
  expect(served).toMatchObject({ isServing: true, stderr: '' })
  expect(served.stdout).not.toContain('stockie.test')
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

// @holds asvs 6.3.2
test('a shop with an owner of its own is told which accounts still have the public password', async () => {
  const args = ['add', 'nora@shop.example', '--name', 'Nora', '--role', 'owner']
  const env = await serverEnv(database.url)
  await program.run('users', { args, env, input: 'a good password\n' })
  const { stdout } = await start({}, '  blocked@stockie.test (no access)')
  expect(stdout).toContain('Set others with npm run users -- password <email>')
  expect(stdout).not.toContain('Sign in with the password')
})
