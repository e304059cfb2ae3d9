import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BackupError } from '#src/database/backup/maintenance-lock'
import { advisoryLocks } from '#src/database/advisory-locks'
import { listBackups, toBackupError } from '#src/database/backup/backup-folder'
import { toUpgradeError, upgradeDatabase } from '#src/database/backup/upgrade-database'
import { migrate } from '#src/database/migrations/migrate'
import { readMigrations } from '#src/database/migrations/history'
import { backUp, listFolder, createTempFolder, openBackupShop } from './backup-fixture'
import { openProgram } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'

const program = openProgram()
const silent = () => {}

async function openOldShop(): Promise<string> {
  const url = await openBackupShop(undefined, { migrated: false })
  await migrate(url, { migrations: (await readMigrations()).slice(0, 2) })
  await withClient(url, (client) =>
    client.query(`insert into users (email, name, role, password_hash)
      values ('nora@stockie.test', 'Nora', 1, '$2b$04$' || repeat('x', 53))`),
  )
  return url
}

test('an upgrade is refused before it writes anything if its backup cannot be verified', async () => {
  const url = await openOldShop()
  const user = `u_${randomBytes(4).toString('hex')}`
  const address = new URL(url)
  address.username = user
  address.password = 'secret'
  await withClient(url, (client) =>
    client.query(`create role ${user} login password 'secret'; grant pg_read_all_data to ${user}`),
  )
  const folder = await createTempFolder()
  const options = { folder, keep: 14, logBackup: silent, warn: silent }
  for (const _start of [1, 2]) {
    await expect(upgradeDatabase(address.href, options)).rejects.toThrow('ALTER ROLE … CREATEDB')
  }
  expect(await listFolder(folder)).toEqual([])
  await withClient(url, (client) => client.query(`drop owned by ${user}; drop role ${user}`))
})

test('a start that waits for another process’s upgrade makes no backup of the upgraded database @long', async () => {
  const url = await openOldShop()
  const folder = await createTempFolder()
  await withClient(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration])
    const options = { folder, keep: 14, logBackup: silent, warn: silent }
    const upgrading = upgradeDatabase(url, options)
    const waits = `select from pg_locks where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`
    while (!(await client.query(waits)).rowCount) await setTimeout(5)
    for (const { name, sql, checksum } of (await readMigrations()).slice(2)) {
      await client.query(sql)
      await client.query(
        `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
         values (gen_random_uuid(), $1, $2, now())`,
        [checksum, name],
      )
    }
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.migration])
    expect(await upgrading).toEqual([])
  })
  expect(await listBackups(folder)).toEqual([])
})

test('a foreign database with a table of users is refused, without a backup', async () => {
  const url = await openBackupShop(undefined, { migrated: false })
  await withClient(url, (client) =>
    client.query('create table users (id int); insert into users values (1)'),
  )
  const folder = await createTempFolder()
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const options = { folder, keep: 14, logBackup: log, warn: log, sharedAs: 'server' } as const
  await expect(upgradeDatabase(url, options)).rejects.toThrow(
    'The database already holds tables that Stockie did not make ("users"): give Stockie a database of its own.',
  )
  expect([lines, await listFolder(folder)]).toEqual([[], []])
})

const addServer = (url: string, age: string) =>
  withClient(url, (client) =>
    client.query(
      `insert into servers (id, address, version, pool_size, time_zone, secret_fingerprint, seen_at)
       values (gen_random_uuid(), 'till-2:3000', '1.0.0', 10, 'UTC', 'x', clock_timestamp() - $1::interval)`,
      [age],
    ),
  )

async function expectWarnings(
  _case: string,
  age: string,
  sharedAs: 'server' | 'command' | undefined,
  count: number,
): Promise<void> {
  const url = await openBackupShop('e2e')
  await addServer(url, age)
  // The history alone is that of an older version, so the upgrade warns, and then fails.
  await withClient(url, (client) =>
    client.query(
      `delete from _prisma_migrations where migration_name >= '20261129010000_served_versions'`,
    ),
  )
  const lines: string[] = []
  await upgradeDatabase(url, {
    folder: await createTempFolder(),
    keep: 14,
    logBackup: silent,
    warn: (line) => void lines.push(line),
    sharedAs,
  }).catch(() => {})
  expect(lines).toEqual(
    Array.from(
      { length: count },
      () =>
        'This upgrade serves no older version. From the migration on, /readyz of other servers of this database answers 503. Stop them now, or replace them right after.',
    ),
  )
}

test.each([['another server runs', '0 seconds', 'server', 1]] as const)(
  'an upgrade that serves no older version warns of other servers: %s',
  expectWarnings,
)

test.each([
  ['a command upgrades beside a server', '0 seconds', 'command', 1],
  ['the other server stopped', '31 seconds', 'server', 0],
  ['the database is embedded', '0 seconds', undefined, 0],
] as const)(
  'an upgrade that serves no older version warns of other servers: %s @long',
  expectWarnings,
)

async function expectForeignObject(sql: string, named: string): Promise<void> {
  const url = await openBackupShop('e2e')
  await withClient(url, (client) => client.query(sql))
  const folder = await createTempFolder()
  await expect(backUp(url, folder)).rejects.toThrow(`Stockie did not create ${named}`)
  expect(await listFolder(folder)).toEqual([])
}

test.each([['create table my_notes (id serial primary key)', 'the table "my_notes"']])(
  'a backup is refused and names an object that Stockie did not create: %s',
  expectForeignObject,
)

test.each([
  ['alter table customers add column loyal boolean', 'the column "loyal" of the table "customers"'],
])(
  'a backup is refused and names an object that Stockie did not create: %s @long',
  expectForeignObject,
)

test('the upgrade program backs up and migrates a shop without JWT_SECRET, and then has nothing to do @long', async () => {
  const url = await openOldShop()
  const folder = await createTempFolder()
  const env = { DATABASE_URL: url, BACKUP_FOLDER: folder }
  for (const _time of [1, 2]) {
    expect(await program.run('upgrade', { env })).toMatchObject({
      code: 0,
      stdout: 'The database has the schema of this version.\n',
    })
    expect(await listBackups(folder)).toMatchObject([{ beforeUpgrade: true, verified: true }])
  }
  const { rows } = await withClient(url, (client) => client.query('select from _prisma_migrations'))
  expect(rows).toHaveLength((await readMigrations()).length)
})

test('an upgrade that may not write backups names the service of Docker Compose that may', () => {
  const errorFor = (code: string) => {
    const cause = Object.assign(new Error(code), { code, syscall: 'open' })
    const error = toBackupError(cause, '/backups')
    return error instanceof BackupError ? toUpgradeError(error, '/backups').message : ''
  }
  expect(errorFor('EROFS')).toContain('docker compose up -d: its service upgrade may write there.')
  expect(errorFor('EROFS')).not.toContain('set BACKUP_FOLDER')
  expect(errorFor('EACCES')).toContain('may not be written by your user')
})
