import { mkdtemp, chmod, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { listBackups } from '#src/database/backup/backup-folder'
import { undoRestore } from '#src/database/backup/restore-backup'
import { connectClient } from '#src/database/pool/single-client'
import { migrate } from '#src/database/migrations/migrate'
import { readMigrations } from '#src/database/migrations/history'
import {
  backUp,
  readShopContents,
  createTempFolder,
  openBackupShop,
  restore,
  countScratchDatabases,
  withoutSessionState,
} from './backup-fixture'
import { openProgram, serverEnv } from '#test/support/built-program'
import { openFakePooler } from '#test/support/database/fake-pooler'
import { withClient } from '#test/support/database/database-server'

const program = openProgram()

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql)).rows)
}

async function databasesLike(url: string, pattern: string): Promise<number> {
  const sql = `select from pg_database where datname like '${pattern}'`
  return (await query(url, sql)).length
}

// @holds asvs 7.4.1
test('a restore returns the shop to the backup, ends every session, and can be undone', async () => {
  const url = await openBackupShop('e2e')
  const folder = await createTempFolder()
  const then = await readShopContents(url)
  const { file } = await backUp(url, folder)
  const versions = await query<{ version: number }>(
    url,
    'select token_version as version from users',
  )
  const same = `select from users where token_version in (${versions.map(({ version }) => version).join()})`
  await query(url, `insert into customers (name) values ('Later')`)
  const later = await readShopContents(url)

  const run = (...args: string[]) =>
    program.run('restore', { args, env: { DATABASE_URL: url, BACKUP_FOLDER: folder } })
  const unconfirmed = await run(path.basename(file))
  expect(unconfirmed).toMatchObject({ code: 1, stderr: expect.stringContaining('add --yes') })
  expect(unconfirmed.stdout).toContain('Accounts')
  expect(await readShopContents(url)).toEqual(later)

  expect(await run(file, '--yes')).toMatchObject({ code: 0, stderr: '' })
  expect(withoutSessionState(await readShopContents(url))).toEqual(withoutSessionState(then))
  expect(await query(url, same)).toEqual([])
  const [next] = await query<{ id: number }>(
    url,
    `insert into customers (name) values ('Next') returning id`,
  )
  const [lastSale] = await query<{ max: number }>(url, 'select max(id) from sales')
  expect(next?.id).toBeGreaterThan(1)
  expect(lastSale?.max).toBeGreaterThan(0)

  expect(await run('--undo', '--yes')).toMatchObject({ code: 0, stderr: '' })
  expect(withoutSessionState(await readShopContents(url))).toEqual(withoutSessionState(later))
  expect(await query(url, same)).toEqual([])
  expect(await run('--undo')).toMatchObject({ code: 1 })
  // A second restore replaces the previous database that the first one kept.
  await restore(url, file)
  await restore(url, file)
  const name = new URL(url).pathname.slice(1)
  expect(await databasesLike(url, `${name}%`)).toBe(2)
})

test('a restore into an empty database can be undone @long', async () => {
  const { file } = await backUp(await openBackupShop('e2e'), await createTempFolder())
  const url = await openBackupShop(undefined, { migrated: false })
  await restore(url, file)
  expect((await readShopContents(url)).figures.accounts).toBe(4)
  const env = { DATABASE_URL: url }
  const undone = await program.run('restore', { args: ['--undo', '--yes'], env })
  expect(undone).toMatchObject({ code: 0, stdout: expect.stringContaining('without a shop') })
  expect(await query(url, `select from pg_tables where schemaname = 'public'`)).toEqual([])
})

test('a restore is refused before it begins while the database has another connection @long', async () => {
  const url = await openBackupShop('e2e')
  const { file } = await backUp(url, await createTempFolder())
  const log = vi.fn<() => void>()
  await withClient(url, async () => {
    await expect(restore(url, file, log)).rejects.toThrow('stop Stockie')
  })
  expect(log).not.toHaveBeenCalled()
})

const undo = (url: string) =>
  undoRestore({
    url,
    accounts: 'restore',
    log: () => {},
    signal: new AbortController().signal,
  })

test('a restore works through a pooler, and does not touch the session of a client @long', async () => {
  const direct = await openBackupShop('e2e')
  const url = await openFakePooler(direct)
  const { file } = await backUp(url, await createTempFolder())
  const before = withoutSessionState(await readShopContents(url))
  await restore(url, file)
  expect(withoutSessionState(await readShopContents(url))).toEqual(before)
  await undo(url)
  const client = await connectClient(url)
  await client.query('select 1')
  await expect(undo(url)).rejects.toThrow('stop Stockie')
  expect((await client.query('select 1')).rowCount).toBe(1)
  await client.end()
})

test('a connection that opens during a restore makes it fail and leaves the shop unchanged @long', async () => {
  const url = await openBackupShop('e2e')
  const { file } = await backUp(url, await createTempFolder())
  const before = await readShopContents(url)
  const guest = new pg.Client({ connectionString: url })
  let come: Promise<unknown> | undefined
  const restoring = restore(url, file, () => void (come = guest.connect()))
  await expect(restoring).rejects.toThrow('stop Stockie')
  await come
  await guest.end()
  expect(await readShopContents(url)).toEqual(before)
  expect(await countScratchDatabases(url)).toBe(0)
})

test('a killed restore leaves the shop unchanged, and the next backup removes its scratch database @long', async () => {
  const url = await openBackupShop('demo')
  const folder = await createTempFolder()
  const { file } = await backUp(url, folder)
  const before = await readShopContents(url)
  const env = { DATABASE_URL: url, BACKUP_FOLDER: folder }
  const restoring = program.start('restore', { args: [file, '--yes'], env })
  while ((await countScratchDatabases(url)) === 0) await setTimeout(5)
  restoring.child.kill('SIGKILL')
  await restoring.ended
  expect(await readShopContents(url)).toEqual(before)
  expect(await program.run('backup', { env })).toMatchObject({ code: 0 })
  expect(await countScratchDatabases(url)).toBe(0)
})

test('the start backs up an older shop once before it migrates it, and refuses to start without that backup @long', async () => {
  const url = await openBackupShop(undefined, { migrated: false })
  await migrate(url, { migrations: (await readMigrations()).slice(0, 2) })
  await query(
    url,
    `insert into users (email, name, role, password_hash)
       values ('nora@stockie.test', 'Nora', 1, '$2b$04$' || repeat('x', 53))`,
  )
  const folder = await createTempFolder()
  const env = { ...(await serverEnv(url)), BACKUP_FOLDER: '/dev/null' }
  const refused = await program.run('main', { env })
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('the backup before the upgrade failed.')
  expect(await query(url, 'select from _prisma_migrations')).toHaveLength(2)
  // Commands refuse too.
  expect(await program.run('users', { args: ['list'], env })).toMatchObject({ code: 1 })

  const server = program.start('main', { env: { ...env, BACKUP_FOLDER: folder } })
  await server.waitForOutput('Stockie is at')
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  const [made, ...more] = await listBackups(folder)
  expect(more).toEqual([])
  expect(made).toMatchObject({ beforeUpgrade: true, verified: true })
  await restore(url, made?.file ?? '')
  expect((await readShopContents(url)).figures.accounts).toBe(1)
})

test('a shop moves from the embedded database to another and back, but not while the embedded server is running @long', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'stockie-restore-'))
  await chmod(home, 0o755)
  const folder = await createTempFolder()
  const env = { STOCKIE_HOME: home, BACKUP_FOLDER: folder }
  expect(await program.run('seed', { args: ['--profile', 'e2e'], env })).toMatchObject({ code: 0 })
  const made = await program.run('backup', { env })
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toContain('Verified')
  const [first] = await listBackups(folder)
  if (!first) throw new Error('The folder has no backup.')

  const url = await openBackupShop()
  await restore(url, first.file)
  await query(url, `insert into customers (name) values ('Between')`)
  const { file, manifest } = await backUp(url, await createTempFolder())
  const server = program.start('main', { env: { ...env, ...(await serverEnv('')) } })
  await server.waitForOutput('Stockie is at')
  const back = () => program.run('restore', { args: [file, '--yes'], env })
  expect(await back()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('stop it with Ctrl-C'),
  })
  server.child.kill('SIGTERM')
  await server.ended
  expect(await back()).toMatchObject({ code: 0, stderr: '' })
  expect(await program.run('backup', { env })).toMatchObject({ code: 0 })
  const [last] = await listBackups(folder)
  const other = await openBackupShop()
  await restore(other, last?.file ?? '')
  expect((await readShopContents(other)).figures).toEqual(manifest.figures)
  await rm(home, { recursive: true })
})
