import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { examineDatabase } from '#src/cli/doctor/database-checks'
import { readSettings } from '#src/cli/doctor/settings'
import { fingerprintSecret } from '#src/database/servers/server-registry'
import { withClient } from '#test/support/database/database-server'
import { openReplicatedServer } from '#test/support/replication/replicated-server'
import { createTestDatabase } from '#test/support/database/test-database'
import { testSecret } from '#test/support/test-api'

async function openShop(): Promise<string> {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  return url
}

async function findVerdicts(url: string, more: Record<string, string> = {}, name = 'Cluster') {
  const settings = readSettings({
    DATABASE_URL: url,
    JWT_SECRET: testSecret,
    STORE_TIME_ZONE: 'Europe/Berlin',
    ...more,
  })
  return (await examineDatabase(url, settings))
    .filter(({ check }) => check === name)
    .map(({ state, found }) => `${state}: ${found}`)
}

/** Connects as a standby does, and streams the log without confirming any of it. */
async function connectStandby(url: string, name: string): Promise<void> {
  // The types do not know this parameter of the protocol.
  const config = {
    connectionString: url,
    application_name: name,
    replication: 'true',
  }
  const standby = new pg.Client(config)
  standby.on('error', () => {})
  await standby.connect()
  const { rows } = await standby.query<{ xlogpos: string }>('IDENTIFY_SYSTEM')
  // Never answered, so never awaited.
  standby.query(`START_REPLICATION PHYSICAL ${rows[0]?.xlogpos}`).catch(() => {})
  onTestFinished(() => standby.end())
  await vi.waitFor(
    async () =>
      withClient(url, async (client) => {
        const { rowCount } = await client.query(
          `select from pg_stat_replication where application_name = $1 and state = 'streaming'`,
          [name],
        )
        expect(rowCount).toBe(1)
      }),
    30_000,
  )
}

test('the doctor says nothing about a cluster of one server, and names a standby that is not synchronous @long', async () => {
  // A PostgreSQL of its own, because every database of a server has the same standbys.
  const { database } = await openReplicatedServer()
  onTestFinished(database.drop)
  const { url } = database
  expect(await findVerdicts(url)).toEqual([])
  for (const name of ['pg_basebackup', 'pg_receivewal', 'barman_receive_wal']) {
    await connectStandby(url, name)
  }
  expect(await findVerdicts(url)).toEqual([])
  const name = `standby_${randomBytes(4).toString('hex')}`
  await connectStandby(url, name)
  expect(await findVerdicts(url)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^error: The standby ${name} is asynchronous, [\\d,]+ bytes and [\\d.]+ seconds behind, and no standby is synchronous\\. If it takes over, sales are lost`,
      ),
    ),
  ])
  expect(await findVerdicts(url, { ASYNC_STANDBYS: `other, ${name}` })).toEqual([
    expect.stringMatching(new RegExp(`^ok: Standbys: ${name} is asynchronous, `)),
  ])

  const user = `u_${randomBytes(4).toString('hex')}`
  const address = new URL(url)
  address.username = user
  address.password = 'secret'
  await withClient(url, (client) =>
    client.query(`create role ${user} login password 'secret'; grant pg_read_all_data to ${user}`),
  )
  expect(await findVerdicts(address.href)).toEqual([
    `warning: PostgreSQL has standbys (${name}), and the user in DATABASE_URL may not see whether they are synchronous: run GRANT pg_monitor TO "${user}".`,
  ])
  await withClient(url, (client) => client.query(`grant pg_monitor to ${user}`))
  expect(await findVerdicts(address.href)).toEqual([expect.stringMatching(/^error: /)])
  await withClient(url, (client) => client.query(`drop owned by ${user}; drop role ${user}`))
})

test('the doctor reads synchronous_commit as Stockie has it @long', async () => {
  const url = await openShop()
  const name = new URL(url).pathname.slice(1)
  await withClient(url, (client) =>
    client.query(`alter database ${name} set synchronous_commit = off`),
  )
  expect(await findVerdicts(url)).toEqual([
    expect.stringMatching(/^error: synchronous_commit is off/),
  ])
})

test('the doctor adds up the pools of the running servers, and reports one with another secret', async () => {
  const url = await openShop()
  await withClient(url, (client) =>
    client.query(
      `insert into servers (id, address, version, pool_size, time_zone, secret_fingerprint, seen_at)
       select gen_random_uuid(), address, '1.0.0', 10, 'Europe/Berlin', fingerprint, clock_timestamp() - age
       from (values ('till-1:3000', $1, interval '1 second'), ('till-2:3000', 'other', interval '2 seconds'),
         ('till-3:3000', 'other', interval '31 seconds')) as server (address, fingerprint, age)`,
      [fingerprintSecret(testSecret)],
    ),
  )
  expect(await findVerdicts(url)).toEqual([
    'error: The server at till-2:3000 has another JWT_SECRET than the settings here: set the same values on all machines of the shop.',
    'ok: Servers: till-1:3000 with version 1.0.0; till-2:3000 with version 1.0.0.',
    expect.stringMatching(/^ok: 2 servers need up to 49 connections, and PostgreSQL allows \d+\.$/),
  ])
})

test('the doctor warns of a newer schema that still serves this version @long', async () => {
  const url = await openShop()
  await withClient(url, (client) =>
    client.query(`insert into _prisma_migrations (id, checksum, migration_name, finished_at)
      values ('newer', 'x', '99990101000000_newer', now());
      update served_versions set through = '99990101000000_newer'`),
  )
  expect(await findVerdicts(url, {}, 'Schema')).toEqual([
    'warning: The database has the schema of a newer Stockie, which still serves this version. Upgrade this server soon: it makes no backup of that schema.',
  ])
})
