import { access, chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openProgram, type Result } from '#test/support/built-program'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'

const program = openProgram()
let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 1 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const seed = (...args: string[]): Promise<Result> =>
  program.run('seed', { args, env: { DATABASE_URL: database.url } })

async function countSales(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::integer from sales')
  return rows[0]?.count ?? 0
}

test('the seed command fills an empty database and refuses one with data', async () => {
  const first = await seed('--profile', 'e2e')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toContain('The e2e shop is ready.')
  const sales = await countSales()
  expect(sales).toBeGreaterThan(0)

  expect(await seed('--profile', 'e2e')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The database is not empty. To empty it first, add --reset --yes.\n',
  })
  expect(await countSales()).toBe(sales)
})

test('a reset of a seeded shop needs --yes and names what it destroys @long', async () => {
  const before = await countSales()
  const refused = await seed('--profile', 'e2e', '--reset')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^--reset deletes 4 accounts, .* permanently\..*--yes\.\n$/)
  expect(await countSales()).toBe(before)

  const args = ['--profile', 'bench', '--sales', '1000', '--reset', '--yes']
  const { code, stdout } = await seed(...args)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Deleting 4 accounts, \d+ products, \d+ sales and \d+ purchases\.\n/)
  expect(stdout).toContain('100 %')
  expect(await countSales()).toBe(1000)
})

test('a reset opens the closed books of a shop in its time zone, and the seed after it is not refused @long', async () => {
  await pool.query(`update books set closed_through = current_date, time_zone = 'Asia/Kathmandu'`)
  const { code } = await seed('--profile', 'e2e', '--reset', '--yes')
  expect(code).toBe(0)
  const { rows } = await pool.query('select id, closed_through, time_zone, version from books')
  expect(rows).toEqual([{ id: 1, closed_through: null, time_zone: 'Asia/Kathmandu', version: 1 }])
})

test('a seed into closed books is refused in one sentence, and stores nothing @long', async () => {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`update books set closed_through = '2026-10-31'`)
    // The shop has a year of data.
    const refused = await program.run('seed', {
      args: ['--profile', 'demo'],
      env: { DATABASE_URL: url },
    })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toBe('The books are closed up to 31 Oct 2026.\n')
    const { rows } = await client.query('select count(*)::integer as count from users')
    expect(rows).toEqual([{ count: 0 }])
  } finally {
    await client.end()
    await drop()
  }
})

test.each([
  [[], '--profile must be demo, e2e or bench.'],
  [['--profile', 'big'], '--profile must be demo, e2e or bench.'],
  [
    ['--profile', 'bench', '--sales', 'many'],
    '--sales must be a whole number from 1 to 99,999,999.',
  ],
  [['--profile', 'demo', '--sales', '1000'], 'Use --sales only with --profile bench'],
  [['--profile', 'e2e', '--sales', '1000'], 'Use --sales only with --profile bench'],
  [['--profil', 'demo'], "Unknown option '--profil'"],
])(
  'the seed command answers the wrong arguments %j with an error and its usage @long',
  async (args, sentence) => {
    const { code, stdout, stderr } = await seed(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
    expect(stderr).toContain('Usage:')
  },
)

test('an interrupted seed command prints one line and stops its database @long', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'stockie-seed-'))
  await chmod(home, 0o755)
  const start = () => {
    const args = ['--profile', 'bench', '--sales', '1000000']
    return program.start('seed', { args, env: { STOCKIE_HOME: home } })
  }
  const opening = start()
  await vi.waitFor(async () => expect(await readdir(home)).toContain('postgres'), 60_000)
  opening.child.kill('SIGINT')
  expect(await opening.ended).toEqual({ code: 130, stdout: '', stderr: 'Interrupted.\n' })

  const filling = start()
  await filling.waitForOutput('%')
  filling.child.kill('SIGINT')
  expect(await filling.ended).toMatchObject({ code: 130, stderr: 'Interrupted.\n' })
  await expect(access(path.join(home, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT')
  await rm(home, { recursive: true })
})
