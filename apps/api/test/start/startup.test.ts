import { access, chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProgram, freePort, serverEnv, type Running } from '#test/support/built-program'
import { call } from '#test/support/test-api'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'

const program = openProgram()
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
})
afterAll(async () => {
  await database.drop()
})

async function start(env: Record<string, string>): Promise<Running & { url: string }> {
  const server = program.start('main', { env })
  await server.waitForOutput('Stockie is at')
  return { ...server, url: `http://127.0.0.1:${env.PORT}` }
}

async function stop({ child, ended }: Running, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal)
  return ended
}

async function login(url: string, email: string, password: string) {
  return (await call(`${url}/api/v1/auth/login`, { body: { email, password } })).status
}

async function countOf(table: string): Promise<number> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ count: number }>(`select count(*)::integer from ${table}`)
  await client.end()
  return rows[0]?.count ?? 0
}

// @holds decision 2.6, 2.7
test('the first start migrates an empty database and creates the owner, and later starts change nothing', async () => {
  const env = { ...(await serverEnv(database.url)), STOCKIE_SEED: 'e2e' }
  const owner = { OWNER_EMAIL: 'Nora@Shop.example', OWNER_PASSWORD: 'a good password' }
  const first = await start({ ...env, ...owner })
  expect((await call(`${first.url}/readyz`)).status).toBe(200)
  expect(await login(first.url, 'nora@shop.example', 'a good password')).toBe(200)
  // OWNER_EMAIL creates a new shop without the publicly known seed accounts.
  expect(await countOf('users')).toBe(1)
  const { code, stdout } = await stop(first)
  expect(code).toBe(0)
  expect(stdout).not.toContain('a good password')
  expect(stdout).toContain('Sign in as Nora@Shop.example with OWNER_PASSWORD')

  const second = await start({ ...env, ...owner, OWNER_PASSWORD: 'another password' })
  expect(await login(second.url, 'nora@shop.example', 'a good password')).toBe(200)
  expect(await login(second.url, 'nora@shop.example', 'another password')).toBe(401)
  expect(await countOf('users')).toBe(1)
  expect(await countOf('products')).toBe(0)
  expect((await stop(second)).stdout).not.toContain('OWNER_')

  const third = await start({ ...env, ...owner, OWNER_EMAIL: 'somebody@else.example' })
  expect((await stop(third)).stdout).toContain('OWNER_EMAIL is not used')
  expect(await countOf('users')).toBe(1)
})

// @holds decision 2.7, asvs 6.3.2, 6.4.1
test('the first start prints a generated password once if OWNER_PASSWORD is not set @long', async () => {
  const own = await createTestDatabase({ migrated: false })
  try {
    const env = { ...(await serverEnv(own.url)), OWNER_EMAIL: 'nora@shop.example' }
    const first = await start(env)
    const { stdout } = await stop(first)
    const printedLogin = /nora@shop\.example with the password ([\w-]{20})\n/.exec(stdout)
    // Print it before any step that could fail, such as listening, or the password would be lost.
    expect(stdout.indexOf('It is shown only once')).toBeLessThan(stdout.indexOf('Stockie is at'))
    const second = await start(env)
    expect(await login(second.url, 'nora@shop.example', printedLogin?.[1] ?? '')).toBe(200)
    expect((await stop(second)).stdout).not.toContain('with the password')
  } finally {
    await own.drop()
  }
})

// @holds asvs 16.2.2-16.2.4
test('the server logs one JSON object per line to standard output', async () => {
  const server = await start(await serverEnv(database.url))
  await call(`${server.url}/api/v1/nothing`)
  const { stdout } = await stop(server)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'GET /api/v1/nothing 404' }))
})

// @holds decision 1.1
test('the embedded database starts and stops with the server and keeps its data @long', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'stockie-start-'))
  await chmod(home, 0o755)
  const env = { STOCKIE_HOME: home, STOCKIE_SEED: 'e2e', PORT: String(await freePort()) }

  const first = await start(env)
  await first.waitForOutput('blocked@stockie.test')
  expect(await login(first.url, 'owner@stockie.test', 'stockie-demo')).toBe(200)
  const ended = await stop(first, 'SIGINT')
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.stdout).toContain('Sign in with the password stockie-demo as\n  owner@stockie.test')
  // The terminal shows no requests; they are in the log file.
  expect(ended.stdout).not.toContain('auth/login')
  expect(await readFile(path.join(home, 'stockie.log'), 'utf8')).toContain('auth/login 200')
  await expect(access(path.join(home, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT')

  const beside = { STOCKIE_HOME: home }
  const args = ['password', 'owner@stockie.test']
  expect(
    await program.run('users', { args, env: beside, input: 'a good password\n' }),
  ).toMatchObject({
    code: 0,
  })

  const second = await start(env)
  await second.waitForOutput('blocked@stockie.test')
  expect(await login(second.url, 'owner@stockie.test', 'a good password')).toBe(200)
  // The banner omits a seed account whose password was changed.
  expect((await stop(second)).stdout).not.toContain('owner@stockie.test')
  await rm(home, { recursive: true })
})

test('a second Ctrl-C stops the server at once, but npm’s echo of the first Ctrl-C does not @long', async () => {
  const server = await start(await serverEnv(database.url))
  const { hostname, port } = new URL(server.url)
  const endless = net.connect(Number(port), hostname)
  endless.on('error', () => {})
  // A request that never ends, because its body is not sent.
  endless.write(
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await call(`${server.url}/livez`)
  server.child.kill('SIGINT')
  server.child.kill('SIGTERM')
  // Wait for the shutdown to begin: a signal sooner after that counts as an echo.
  await server.waitForOutput('Stockie stops.')
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(server.child.exitCode).toBeNull()
  server.child.kill('SIGINT')
  expect((await server.ended).code).toBe(1)
})

const refusals: [string, Record<string, string>, string][] = [
  ['a bad variable', { PORT: 'three' }, 'PORT must be a whole number from 1 to 65535.'],
  ['no secret', { JWT_SECRET: '' }, 'JWT_SECRET must be set if you set DATABASE_URL'],
  ['a short secret', { JWT_SECRET: 'hidden' }, 'JWT_SECRET must have at least 32 characters.'],
  [
    'a secret from a tutorial',
    { JWT_SECRET: 'a-string-secret-at-least-256-bits-long' },
    'JWT_SECRET must be random',
  ],
  [
    'an address of another machine',
    { HOST: '192.0.2.1' },
    'HOST=192.0.2.1 is not an address of this machine',
  ],
  [
    'an unreachable database',
    { DATABASE_URL: 'postgresql://x:hidden@127.0.0.1:1/x' },
    'The database cannot be reached',
  ],
]
test.each(refusals)(
  // @holds decision 2.1
  'a start with %s fails with one sentence that says what to do @long',
  async (_what, wrong, sentence) => {
    const env = { ...(await serverEnv(database.url)), ...wrong }
    const { code, stderr } = await program.run('main', { env })
    expect(code).toBe(1)
    expect(stderr).toContain(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).not.toContain('hidden')
  },
)

test('a start on a taken port fails with one sentence that says what to do @long', async () => {
  const server = await start(await serverEnv(database.url))
  const { port } = new URL(server.url)
  const env = { ...(await serverEnv(database.url)), PORT: port }
  const { code, stderr } = await program.run('main', { env })
  expect(code).toBe(1)
  expect(stderr).toContain(`Port ${port} is taken: stop the program that uses it`)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  await stop(server)
})

test('a start fails with one sentence if the database is missing, refuses the password, or is newer than the code @long', async () => {
  const missing = new URL(database.url)
  missing.pathname = '/not_there'
  const wrong = new URL(database.url)
  wrong.password = 'not-the-password'
  for (const [url, sentence] of [
    [missing.href, 'The database named in DATABASE_URL does not exist'],
    [wrong.href, 'The database refuses the user or the password: check DATABASE_URL'],
  ] as const) {
    const { code, stderr } = await program.run('main', { env: await serverEnv(url) })
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
    expect(stderr).not.toContain('not-the-password')
  }

  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
     values ('newer', 'x', '99990101000000_newer', now())`,
  )
  const { code, stderr } = await program.run('main', { env: await serverEnv(database.url) })
  await client.query(`delete from _prisma_migrations where id = 'newer'`)
  await client.end()
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('newer')
})

/** Prints each WebAssembly module that the program compiles. */
const watchCompiler = `data:text/javascript,${encodeURIComponent(`
  WebAssembly.Module = class extends WebAssembly.Module {
    constructor(bytes) { super(bytes); console.log('compiled ' + bytes.length + ' bytes') }
  }`)}`

test('a started server loads Prisma from a file of bytes before anyone saves a record', async () => {
  const env = { ...(await serverEnv(database.url)), NODE_OPTIONS: `--import=${watchCompiler}` }
  const server = await start(env)
  const folder = path.dirname(program.file('main'))
  const [compiler = ''] = (await readdir(folder)).filter((name) => name.endsWith('.wasm'))
  const { size } = await stat(path.join(folder, compiler))
  await server.waitForOutput(`compiled ${size} bytes`)
  expect((await stop(server)).code).toBe(0)
})
