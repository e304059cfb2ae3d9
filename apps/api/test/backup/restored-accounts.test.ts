import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { restoreBackup, undoRestore } from '#src/database/backup/restore-backup'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import {
  backUp,
  countScratchDatabases,
  createTempFolder,
  openBackupShop,
  readShopContents,
  restore,
} from './backup-fixture'
import { openProgram } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'

const program = openProgram()
const hashes = { old: `$2b$04$${'o'.repeat(53)}`, new: `$2b$04$${'n'.repeat(53)}` }

type Row = { id: number; email: string; role: number; hash: string; removed: boolean }

const query = <Result extends object>(url: string, sql: string): Promise<Result[]> =>
  withClient(url, async (client) => (await client.query<Result>(sql)).rows)

const readUsers = (url: string) =>
  query<Row>(
    url,
    `select id, email, role, password_hash as hash, removed_at is not null as removed
     from users order by id`,
  )

const withoutId = ({ email, role, hash, removed }: Row) => ({ email, role, hash, removed })

const run = (url: string, ...args: string[]) =>
  program.run('restore', { args, env: { DATABASE_URL: url } })

/**
 * A shop with a backup, after which the owner removed Mia, gave Tom another role and Nora another password,
 * and added Eve. Before the backup there was Max too, whose account is gone without a trace.
 */
async function openChangedShop(): Promise<{ url: string; file: string }> {
  const url = await openBackupShop('e2e')
  await query(
    url,
    `insert into users (email, name, role, password_hash) values
       ('nora@shop.example', 'Nora', 1, '${hashes.old}'), ('tom@shop.example', 'Tom', 3, '${hashes.old}'),
       ('mia@shop.example', 'Mia', 3, '${hashes.old}'), ('max@shop.example', 'Max', 2, '${hashes.old}')`,
  )
  await query(
    url,
    `insert into customers (name, deleted_at, deletion_batch, deleted_by_id)
     select 'Ada', now(), gen_random_uuid(), id from users where email = 'max@shop.example'`,
  )
  const { file } = await backUp(url, await createTempFolder())
  await query(
    url,
    `update users set removed_at = now() where email = 'mia@shop.example';
     update users set role = 2, name = 'Tom Sommer' where email = 'tom@shop.example';
     update users set password_hash = '${hashes.new}' where email = 'nora@shop.example';
     delete from customers where name = 'Ada';
     set session_replication_role = replica;
     delete from activities where record_name in ('Ada', 'Max');
     set session_replication_role = origin;
     delete from users where email = 'max@shop.example';
     -- As in a shop that began again: her id belongs to another person in the backup.
     insert into users (id, email, name, role, password_hash)
       select max(id) + 1, 'eve@shop.example', 'Eve', 3, '${hashes.new}' from users`,
  )
  return { url, file }
}

const changes = `
  tom@shop.example is Cashier instead of Manager.
  mia@shop.example was removed, and can sign in again as Cashier.
  max@shop.example has no account now, and can sign in as Manager.
  nora@shop.example signs in with another password.
  eve@shop.example can no longer sign in.`
  .trim()
  .split('\n')
  .map((line) => line.trim())

/** The lines of the output that name an account, in any order. */
const named = (output: string) =>
  output.split('\n').filter((line) => line.includes('@shop.example'))
const expectChanges = (output: string) => {
  expect(
    named(output)
      .map((line) => line.trim())
      .toSorted(),
  ).toEqual(changes.toSorted())
  for (const hash of Object.values(hashes)) expect(output).not.toContain(hash.slice(10))
}

// @holds asvs 7.4.2
test('a restore names each account that it would change, and stops until the user chooses @long', async () => {
  const { url, file } = await openChangedShop()
  const before = await readShopContents(url)
  for (const args of [[file], [file, '--yes']]) {
    const { code, stdout, stderr } = await run(url, ...args)
    expectChanges(stdout)
    expect(code).toBe(1)
    expect(stderr).toContain('Add --keep-accounts to keep')
    expect(stderr).toContain('or --restore-accounts to bring back')
  }
  await expect(restore(url, file)).rejects.toThrow('nothing was changed')
  expect(await readShopContents(url)).toEqual(before)
  expect(await run(url, file, '--yes', '--keep-accounts', '--restore-accounts')).toMatchObject({
    code: 2,
  })
})

// @holds asvs 7.4.2
test('--keep-accounts restores the records and keeps every account as it is now @long', async () => {
  const { url, file } = await openChangedShop()
  const [max] = await query<{ id: number }>(url, 'select max(id) as id from users')
  const now = (await readUsers(url)).map(withoutId)
  const result = await run(url, file, '--yes', '--keep-accounts')
  expect(result).toMatchObject({ code: 0, stderr: '' })
  expectChanges(result.stdout)

  const users = await readUsers(url)
  const restored = users.map(withoutId)
  expect(restored.toSorted(byEmail)).toEqual(
    [...now, { email: 'max@shop.example', role: 2, hash: hashes.old, removed: true }].toSorted(
      byEmail,
    ),
  )
  expect(await query(url, `select name from users where email = 'tom@shop.example'`)).toEqual([
    { name: 'Tom Sommer' },
  ])
  // The deleted customer still names Max, whose id Eve had.
  const [deleter] = await query<{ email: string }>(
    url,
    `select email from users where id = (select deleted_by_id from customers where name = 'Ada')`,
  )
  expect(deleter?.email).toBe('max@shop.example')
  expect(users.find(({ email }) => email === 'max@shop.example')?.id).toBe(max?.id)
  const [added] = await query<{ id: number }>(
    url,
    `insert into users (email, name, role, password_hash)
     values ('new@shop.example', 'New', 3, '${hashes.new}') returning id`,
  )
  expect(added?.id).toBeGreaterThan(Math.max(...users.map(({ id }) => id)))
  expect(await withClient(url, (client) => readBrokenInvariants(client))).toEqual([])
})

const byEmail = (one: { email: string }, other: { email: string }) =>
  one.email.localeCompare(other.email)

// @holds asvs 7.4.2
test('--restore-accounts brings back the former accounts, and --undo asks for the same choice @long', async () => {
  const { url, file } = await openChangedShop()
  const now = await readUsers(url)
  const restored = await run(url, file, '--yes', '--restore-accounts')
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expectChanges(restored.stdout)
  const then = await readUsers(url)
  expect(then.find(({ email }) => email === 'mia@shop.example')).toMatchObject({ removed: false })

  for (const args of [['--undo'], ['--undo', '--yes']]) {
    const { code, stdout, stderr } = await run(url, ...args)
    expect(named(stdout).map((line) => line.trim())).toContain(
      'mia@shop.example can no longer sign in.',
    )
    expect([code, stderr]).toEqual([1, expect.stringContaining('Add --keep-accounts')])
  }
  expect(await readUsers(url)).toEqual(then)
  expect(await run(url, '--undo', '--yes', '--restore-accounts')).toMatchObject({ code: 0 })
  expect(await readUsers(url)).toEqual(now)
  // Back again, but with the accounts of now: Mia stays removed.
  expect(await run(url, '--undo', '--yes', '--keep-accounts')).toMatchObject({ code: 0 })
  const kept = await readUsers(url)
  const active = (rows: Row[]) => rows.filter(({ removed }) => !removed).map(withoutId)
  expect(active(kept).toSorted(byEmail)).toEqual(active(now).toSorted(byEmail))
})

/** Removes an account from another program, and returns when that has happened. */
function removeNow(url: string, email: string): void {
  const text = `update users set removed_at = now() where email = '${email}'`
  const script = `import pg from 'pg'
    const client = new pg.Client(${JSON.stringify(url)})
    await client.connect()
    await client.query(${JSON.stringify(text)})
    await client.end()`
  const args = ['--input-type=module', '--eval', script]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: import.meta.dirname })
  if (status !== 0) throw new Error(String(stderr))
}

// @holds asvs 7.4.2
test('a restore and an --undo stop if an account was removed after they compared the accounts @long', async () => {
  const { url, file } = await openChangedShop()
  const stopped = 'An account was changed during the restore'
  const isRemoved = async (email: string) =>
    (await readUsers(url)).find((user) => user.email === email && user.removed) !== undefined

  const options = { url, accounts: 'restore', signal: new AbortController().signal } as const
  const restoring = restoreBackup({
    ...options,
    file,
    log: (line) => line.startsWith('Loading') && removeNow(url, 'eve@shop.example'),
  })
  await expect(restoring).rejects.toThrow(stopped)
  expect(await isRemoved('eve@shop.example')).toBe(true)
  expect(await countScratchDatabases(url)).toBe(0)

  expect(await run(url, file, '--yes', '--restore-accounts')).toMatchObject({ code: 0, stderr: '' })
  const undoing = undoRestore({
    ...options,
    // It names Mia after the comparison.
    log: (line) => line.includes('mia@') && removeNow(url, 'tom@shop.example'),
  })
  await expect(undoing).rejects.toThrow(stopped)
  expect(await isRemoved('tom@shop.example')).toBe(true)
})

test('a restore into a shop without records lists the accounts and needs no choice @long', async () => {
  const { file } = await backUp(await openBackupShop('e2e'), await createTempFolder())
  const url = await openBackupShop()
  await query(
    url,
    `insert into users (email, name, role, password_hash)
     values ('owner@stockie.test', 'New', 1, '${hashes.new}')`,
  )
  const { code, stdout } = await run(url, file, '--yes')
  expect(code).toBe(0)
  expect(stdout).toContain('owner@stockie.test signs in with another password.')
  expect(stdout).toContain('has no account now, and can sign in as')
})

test('a restore of the same accounts needs no choice and names none @long', async () => {
  const url = await openBackupShop('e2e')
  const { file } = await backUp(url, await createTempFolder())
  const log: string[] = []
  await restore(url, file, (line) => log.push(line))
  expect(log.filter((line) => line.includes('@'))).toEqual([])
})

test('--keep-accounts is refused if no present account is an owner @long', async () => {
  const { url, file } = await openChangedShop()
  await query(url, 'update users set removed_at = now() where role = 1 and removed_at is null')
  const before = await readShopContents(url)
  const { code, stderr } = await run(url, file, '--yes', '--keep-accounts')
  expect([code, stderr]).toEqual([1, expect.stringContaining('none of them is an owner')])
  expect(await readShopContents(url)).toEqual(before)
})

test('a shop whose accounts cannot be read is restored only with --restore-accounts @long', async () => {
  const { url, file } = await openChangedShop()
  await query(url, 'alter table users rename column email to address')
  const undecided = await run(url, file, '--yes')
  expect(undecided.stdout).toContain('The present accounts cannot be read')
  expect(undecided).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--restore-accounts'),
  })
  expect(await run(url, file, '--yes', '--keep-accounts')).toMatchObject({ code: 1 })
  expect(await run(url, file, '--yes', '--restore-accounts')).toMatchObject({ code: 0 })
})

test('--keep-accounts knows every column of an account', async () => {
  const columns = await query<{ name: string }>(
    await openBackupShop(),
    `select column_name as name from information_schema.columns where table_name = 'users' order by 1`,
  )
  // Add a new column to kept-accounts.ts too. A restore gives every account a new token_version.
  expect(columns.map(({ name }) => name)).toEqual(
    `created_at email id must_change_password name password_hash recovery_hashes recovery_salt removed_at role second_factor_pending second_factor_secret second_factor_step token_version updated_at version`.split(
      ' ',
    ),
  )
})
