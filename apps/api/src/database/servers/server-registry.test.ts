import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '#src/database/pool/connect'
import { StartError } from '#src/errors'
import { createTestDatabase } from '#test/support/database/test-database'
import { testSecret } from '#test/support/test-api'
import {
  describeDifferences,
  fingerprintSecret,
  readLiveServers,
  registerServer,
} from './server-registry'

const own = {
  address: 'till-1:3000',
  version: '1.0.0',
  poolSize: 10,
  timeZone: 'Europe/Berlin',
  secretFingerprint: fingerprintSecret(testSecret),
}
const otherSecret = { secretFingerprint: fingerprintSecret(testSecret.toLowerCase()) }

async function openRegistry() {
  const database = await createTestDatabase()
  const { pool, close } = connect(database.url)
  onTestFinished(async () => {
    await close()
    await database.drop()
  })
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const register = (changes: Partial<typeof own> = {}, silenceMs?: number) =>
    registerServer({
      silenceMs,
      pool,
      own: { ...own, ...changes },
      log,
      logger: { debug() {} },
      heartbeatMs: 300,
    })
  const seen = (id: string, secondsAgo: number) =>
    pool.query(
      `update servers set seen_at = clock_timestamp() - make_interval(secs => $2) where id = $1`,
      [id, secondsAgo],
    )

  /** The row of a server on another machine, which this test renews or not. */
  async function addOther(changes: Partial<typeof own>, secondsAgo = 0): Promise<string> {
    const id = randomUUID()
    const values = { ...own, address: 'till-2:3000', ...changes }
    await pool.query(
      `insert into servers (id, address, version, pool_size, time_zone, secret_fingerprint)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        id,
        values.address,
        values.version,
        values.poolSize,
        values.timeZone,
        values.secretFingerprint,
      ],
    )
    await seen(id, secondsAgo)
    return id
  }

  /** Renews the row as a running server does, but more often. */
  function keepRunning(id: string) {
    const timer = setInterval(() => void seen(id, 0).catch(() => {}), 300)
    onTestFinished(() => clearInterval(timer))
  }

  return { pool, lines, register, addOther, keepRunning }
}

async function catchStartError(starting: Promise<unknown>): Promise<string> {
  const error: unknown = await starting.then(
    () => expect.fail('the start was not refused'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof StartError)) throw error
  return error.message
}

// @holds asvs 13.3.1
test('a server registers itself without its secret, and removes itself when it stops', async () => {
  const { pool, lines, register } = await openRegistry()
  const remove = await register()
  const { rows } = await pool.query<{ row: string }>(
    'select row_to_json(servers)::text as row from servers',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain(testSecret)
  expect(await readLiveServers(pool)).toMatchObject([own])
  await remove()
  expect(await readLiveServers(pool)).toEqual([])
  expect(lines).toEqual([])
})

test('servers with equal settings start at once beside each other', async () => {
  const { pool, lines, register } = await openRegistry()
  await register()
  await register({ address: 'till-2:3000' })
  expect(await readLiveServers(pool)).toMatchObject([own, { ...own, address: 'till-2:3000' }])
  expect(lines).toEqual([])
})

test('a start is refused while another server runs with another secret or time zone @long', async () => {
  const { pool, lines, register, addOther, keepRunning } = await openRegistry()
  const id = await addOther({ ...otherSecret, timeZone: 'Asia/Kolkata' })
  keepRunning(id)
  expect(await catchStartError(register())).toBe(
    'The server at till-2:3000 runs on this database with another JWT_SECRET than the settings here, and STORE_TIME_ZONE=Asia/Kolkata instead of Europe/Berlin: set the same value here. To change it for all of them, stop all of them first.',
  )
  expect(lines).toEqual([
    'The server at till-2:3000 used this database in the last 30 seconds, with another JWT_SECRET or STORE_TIME_ZONE. Waiting to see whether it still runs.',
  ])
  expect(await readLiveServers(pool)).toMatchObject([{ id }])
})

test('a start waits until the row of a killed server with other settings is too old @long', async () => {
  const { pool, lines, register, addOther } = await openRegistry()
  await addOther(otherSecret, 28.5)
  await register()
  expect(lines).toHaveLength(1)
  // The start has removed the old row, too.
  expect((await pool.query('select address from servers')).rows).toEqual([{ address: own.address }])
})

test('a start does not wait longer for a killed server if the clock of the database was set back @long', async () => {
  const { pool, lines, register, addOther } = await openRegistry()
  await addOther(otherSecret, -3_600)
  await register({}, 700)
  expect(lines).toHaveLength(1)
  const { rows } = await pool.query('select from servers where address = $1', [own.address])
  expect(rows).toHaveLength(1)
})

test('a start is refused by a server that renews its row with an earlier time @long', async () => {
  const { pool, register, addOther } = await openRegistry()
  const id = await addOther(otherSecret, -3_600)
  const setBack = () =>
    pool.query(`update servers set seen_at = seen_at - interval '1 second' where id = $1`, [id])
  const timer = setInterval(() => void setBack().catch(() => {}), 300)
  onTestFinished(() => clearInterval(timer))
  expect(await catchStartError(register())).toContain('another JWT_SECRET')
})

test('two servers with different secrets that start at the same moment do not both run @long', async () => {
  const { pool, register } = await openRegistry()
  const starts = [register(), register({ ...otherSecret, address: 'till-2:3000' })]
  const results = await Promise.allSettled(starts)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { message: expect.stringContaining('JWT_SECRET') } }])
  expect(await readLiveServers(pool)).toHaveLength(1)
})

test('a running server renews its row, also one that another server has removed @long', async () => {
  const { pool, register } = await openRegistry()
  await register()
  const [before] = await readLiveServers(pool)
  await pool.query('delete from servers')
  await vi.waitFor(
    async () => expect(await readLiveServers(pool)).toMatchObject([{ id: before?.id, ...own }]),
    30_000,
  )
})

test('a database of a version without the table has no servers, nor has one with a foreign table', async () => {
  const { pool } = await openRegistry()
  await pool.query('drop table servers')
  expect(await readLiveServers(pool)).toEqual([])
  await pool.query('drop table _prisma_migrations; create table servers (name text)')
  expect(await readLiveServers(pool)).toEqual([])
})

test('two names of one time zone are no difference, and an unknown zone is one', () => {
  const kolkata = { ...own, timeZone: 'Asia/Kolkata' }
  expect(describeDifferences({ ...own, timeZone: 'Asia/Calcutta' }, kolkata)).toBe('')
  const future = { ...own, timeZone: 'Mars/Olympus_Mons' }
  expect(describeDifferences(future, own)).toBe(
    'STORE_TIME_ZONE=Mars/Olympus_Mons instead of Europe/Berlin',
  )
  expect(describeDifferences(future, { ...own, timeZone: 'Mars/Tharsis' })).not.toBe('')
  expect(describeDifferences(future, future)).toBe('')
})
