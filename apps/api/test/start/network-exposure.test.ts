import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { seed } from '@stockie/prisma/seed'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeRemedy, isReachableFromOutside } from '#src/server/network-exposure'
import { withClient } from '#test/support/database/database-server'
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
  { TRUST_PROXY: '1' },
  { PUBLISH: '0.0.0.0' },
]

const furtherExposures: Record<string, string>[] = [
  { HOST: '::' },
  { HOST: '0.0.0.0', PUBLISH: '192.0.2.7' },
  // Left over in .env from Compose.
  { HOST: '0.0.0.0', PUBLISH: '127.0.0.1' },
  // Only a proxy on this machine can serve that name.
  { SITE_ADDRESS: 'shop.example' },
]

const publicAccounts =
  'public password of the demo: owner@stockie.test, manager@stockie.test, cashier@stockie.test, blocked@stockie.test. Give each of them another one with npm run users -- password <email>'

/** Expects that Stockie does not start. Returns its error. */
async function refuse(exposure: Record<string, string>): Promise<string> {
  const { isServing, code, stdout, stderr } = await start(exposure)
  expect({ isServing, code, stdout }).toMatchObject({ isServing: false, code: 1 })
  expect(stderr).toContain('Other machines can reach Stockie (')
  return stderr
}

test.each(exposures)(
  // @holds asvs 6.3.2
  'the start refuses accounts with a public password if other machines can connect: %j',
  async (exposure) => {
    expect(await refuse(exposure)).toContain(publicAccounts)
  },
)

test.each(furtherExposures)(
  'the start refuses accounts with a public password if other machines can connect: %j @long',
  async (exposure) => {
    expect(await refuse(exposure)).toContain(publicAccounts)
  },
)

test.each<Record<string, string>>([
  { HOST: 'localhost' },
  { HOST: '0.0.0.0', STOCKIE_SEED: 'demo' },
])(
  // @holds asvs 6.3.2
  'the start accepts public passwords for this machine only or by choice: %j',
  async (settings) => {
    const { isServing, stderr } = await start(settings)
    expect({ isServing, stderr }).toEqual({ isServing: true, stderr: '' })
  },
)

test.each<Record<string, string>>([
  { HOST: '127.0.0.2' },
  { SITE_ADDRESS: 'shop.localhost', ALLOWED_HOSTS: 'app' },
])(
  'the start accepts public passwords for this machine only or by choice: %j @long',
  async (settings) => {
    const { isServing, stderr } = await start(settings)
    expect({ isServing, stderr }).toEqual({ isServing: true, stderr: '' })
  },
)

test('the start prints the names that the shop answers to', async () => {
  const { stdout } = await start({
    SITE_ADDRESS: 'https://shop.example',
    ALLOWED_HOSTS: 'app,till.lan',
    TRUST_PROXY: '1',
    STOCKIE_SEED: 'demo',
  })
  expect(stdout).toContain('  and under the name till.lan')
  expect(stdout).toContain('  and under the name shop.example')
  expect(stdout).not.toContain('under the name app')
})

test.each([
  ['127.0.0.1', 0, false],
  ['::1', 0, false],
  ['0.0.0.0', 0, true],
  ['127.0.0.1', 1, true],
])(
  // @holds asvs 6.3.2
  'in a container, PUBLISH=%s with TRUST_PROXY=%i decides: %s',
  (PUBLISH, TRUST_PROXY, expected) => {
    const env = { HOST: '0.0.0.0', PUBLISH, TRUST_PROXY, ...noNames }
    expect(isReachableFromOutside(env, true)).toBe(expected)
  },
)

const noNames = { SITE_ADDRESS: 'localhost', ALLOWED_HOSTS: undefined }

test.each([
  ['localhost', undefined, false],
  ['localhost:8443', 'app,', false],
  ['https://shop.localhost, 127.0.0.1', '::1, app', false],
  ['https://shop.example:8443', undefined, true],
  ['localhost, shop.example', undefined, true],
  ['localhost', 'app, till.local', true],
  ['localhost', 'app.example', true],
  ['localhost', '192.0.2.7', true],
])(
  // @holds asvs 6.3.2
  'other machines may come through a proxy with SITE_ADDRESS=%s and ALLOWED_HOSTS=%s: %s',
  (SITE_ADDRESS, ALLOWED_HOSTS, expected) => {
    const env = { HOST: '127.0.0.1', PUBLISH: undefined, TRUST_PROXY: 0 }
    expect(isReachableFromOutside({ ...env, SITE_ADDRESS, ALLOWED_HOSTS })).toBe(expected)
  },
)

test('the refusal names STOCKIE_SEED only outside of the image, where Compose does not pass it on', () => {
  expect(describeRemedy(false)).toMatch(/npm run users -- password .* set STOCKIE_SEED=demo\.$/)
  expect(describeRemedy(true)).toMatch(/docker compose run --rm app users password <email>/)
  expect(describeRemedy(true)).not.toContain('STOCKIE_SEED')
})

// @holds asvs 6.3.2
test('a new home gets no demo if other machines can connect, but the owner of .env @long', async () => {
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
test('a demo is told its password as long as nothing was recorded, or someone asked for the demo @long', async () => {
  const banner = async (settings: Record<string, string> = {}) =>
    (await start(settings, '  blocked@stockie.test (no access)')).stdout
  expect(await banner()).toContain('Sign in with the password stockie-demo as')
  await withClient(database.url, (client) =>
    client.query(
      `insert into stock_movements (product_id, delta, reason, user_id) values (1, 1, 'adjustment', 1)`,
    ),
  )
  const grown = await banner()
  expect(grown).toContain('Anyone can know the password of these accounts, stockie-demo.')
  expect(grown).toContain('Set others with npm run users -- password <email>')
  expect(grown).not.toContain('Sign in with the password')
  expect(await banner({ STOCKIE_SEED: 'e2e' })).toContain('Sign in with the password')
})

// @holds asvs 6.3.2
test('a shop with an owner of its own is told which accounts still have the public password @long', async () => {
  const args = ['add', 'nora@shop.example', '--name', 'Nora', '--role', 'owner']
  const env = await serverEnv(database.url)
  await program.run('users', { args, env, input: 'a good password\n' })
  const { stdout } = await start({}, '  blocked@stockie.test (no access)')
  expect(stdout).toContain('Set others with npm run users -- password <email>')
  expect(stdout).not.toContain('Sign in with the password')
})
