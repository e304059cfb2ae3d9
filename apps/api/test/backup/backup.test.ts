import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseError } from 'pg'
import { expect, test, vi } from 'vitest'
import { toBackupError } from '#src/database/backup/backup-folder'
import { loadBackup } from '#src/database/backup/load-backup'
import { migrate } from '#src/database/migrations/migrate'
import { readMigrations } from '#src/database/migrations/history'
import {
  backUp,
  readShopContents,
  listFolder,
  createTempFolder,
  openBackupShop,
  readText,
  restore,
  countScratchDatabases,
  scratchPrefix,
} from './backup-fixture'
import { saleKind } from '#test/support/document-kinds'
import { withClient } from '#test/support/database/database-server'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

const signal = new AbortController().signal
async function expectIdenticalShop(profile: 'e2e' | 'demo'): Promise<void> {
  const url = await openBackupShop(profile)
  await withClient(url, (client) =>
    client.query(`insert into ended_sessions values (sha256('a'), now());
        insert into login_throttle (key) values ('pair:a')`),
  )
  const before = await readShopContents(url)
  const { file, manifest, verified } = await backUp(url, await createTempFolder())
  expect(verified).toBe(true)
  expect(manifest).toMatchObject(before)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const empty = await openBackupShop(undefined, { migrated: false })
  await loadBackup({ file, url: empty, signal })
  expect(await readShopContents(empty)).toEqual(before)
  // Ended sessions and counted log-in failures are not part of the backup.
  const left = 'select from ended_sessions union all select from login_throttle'
  expect((await withClient(empty, (client) => client.query(left))).rowCount).toBe(0)
  // Neither the backup nor its verification changed the shop.
  expect(await readShopContents(url)).toEqual(before)
}

test.each(['e2e'] as const)(
  'a backup of the %s shop loads into an empty database with identical rows and figures',
  expectIdenticalShop,
)

test.each(['demo'] as const)(
  'a backup of the %s shop loads into an empty database with identical rows and figures @long',
  expectIdenticalShop,
)

test('a backup during twenty concurrent sellers is a consistent snapshot and does not block them @long', async () => {
  const api = await startTestApi()
  const shop = await openTestShop(api)
  const folder = await createTempFolder()
  let selling = true
  const statuses: number[] = []
  async function sell() {
    while (selling) {
      const lines = shop.products.map((productId, index) => ({ productId, price: 3 + 2 * index }))
      const body = saleKind.body(shop, lines)
      const { status } = await api.call('/sales', { body, token: shop.token })
      statuses.push(status)
    }
  }
  const sellers = Array.from({ length: 20 }, sell)
  await vi.waitUntil(() => statuses.length > 0, 10_000)
  const { file, manifest } = await backUp(
    new URL(api.pool.options.connectionString ?? '').href,
    folder,
  )
  const during = statuses.length
  selling = false
  await Promise.all(sellers)
  expect(during).toBeGreaterThan(0)
  expect(new Set(statuses)).toEqual(new Set([201]))
  expect(manifest.figures.sales).toBeGreaterThan(0)
  expect(manifest.figures.sales).toBeLessThan(statuses.length)

  const restored = await openBackupShop(undefined, { migrated: false })
  await loadBackup({ file, url: restored, signal })
  const { figures } = await readShopContents(restored)
  expect(figures).toMatchObject({ drifted: 0, stock: figures.ledger })
  const odd = await withClient(restored, (client) =>
    client.query(`select from sales where subtotal is distinct from
      (select sum(total) from sale_lines where sale_id = sales.id)`),
  )
  expect(odd.rowCount).toBe(0)
  await api.stop()
})

test('a backup preserves every text: tabs, line ends, backslashes, the end-of-data mark, emoji @long', async () => {
  const url = await openBackupShop('e2e')
  const nasty = [
    '\\.',
    'a\tb\nc\rd\\e\\n',
    "'; drop table users; --",
    '\\N',
    '',
    '😀 \u2028 Ünïcödé \u0001',
    '\n\\.\n',
  ]
  await withClient(url, async (client) => {
    for (const text of nasty) {
      await client.query('insert into expense_categories (name) values ($1)', [`x${text}x`])
      await client.query(`insert into changes (source) values ($1)`, [text])
    }
  })
  const { file } = await backUp(url, await createTempFolder())
  const empty = await openBackupShop(undefined, { migrated: false })
  await loadBackup({ file, url: empty, signal })
  const read = (of: string) =>
    withClient(of, async (client) => {
      const { rows } = await client.query('select source from changes order by ctid')
      return rows
    })
  expect(await read(empty)).toEqual(await read(url))
  expect(await readShopContents(empty)).toEqual(await readShopContents(url))

  // psql can restore a backup too. Skip this where psql is not installed.
  const byHand = await openBackupShop()
  // The migrations of a new shop add this row.
  await withClient(byHand, (client) =>
    client.query('set session_replication_role = replica; delete from books'),
  )
  // psql knows require_auth, which is in the address, only since version 16.
  const psql = ['-q', '-v', 'ON_ERROR_STOP=1', byHand.replace(/\?.*$/, '')]
  try {
    execFileSync('psql', psql, { input: await readText(file), stdio: ['pipe', 'ignore', 'pipe'] })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  expect(await readShopContents(byHand)).toEqual(await readShopContents(url))
})

test('a backup by a database user without CREATEDB is never marked as verified', async () => {
  const url = await openBackupShop('e2e')
  const user = `u_${randomBytes(4).toString('hex')}`
  const address = new URL(url)
  address.username = user
  address.password = 'secret'
  const folder = await createTempFolder()
  await withClient(url, (client) =>
    client.query(`create role ${user} login password 'secret'; grant pg_read_all_data to ${user}`),
  )
  const { file, verified } = await backUp(address.href, folder)
  expect(verified).toBe(false)
  expect(path.basename(file)).toMatch(/^stockie-\d{8}T\d{6}Z\.unverified\.sql\.gz$/)
  await expect(restore(address.href, file)).rejects.toThrow('Allow it with ALTER ROLE … CREATEDB')
  await withClient(url, (client) => client.query(`drop owned by ${user}; drop role ${user}`))
})

test('a backup removes only what a killed backup left behind @long', async () => {
  const url = await openBackupShop('e2e')
  const folder = await createTempFolder()
  const part = 'stockie-20200101T000000Z.unverified.sql.gz.part'
  for (const name of [part, 'mine.part', 'notes.txt']) await writeFile(path.join(folder, name), '')
  const left = `${scratchPrefix(url)}1`
  await withClient(url, (client) => client.query(`create database ${left}`))
  const { file } = await backUp(url, folder)
  expect(await listFolder(folder)).toEqual(['mine.part', 'notes.txt', path.basename(file)])
  expect(await countScratchDatabases(url)).toBe(0)
})

test('a backup into a path that is not a folder fails with one sentence', async () => {
  const url = await openBackupShop('e2e')
  const file = path.join(await createTempFolder(), 'file')
  await writeFile(file, '')
  await expect(backUp(url, file)).rejects.toThrow(
    `The folder ${file} is not a folder, so no backup was made: set BACKUP_FOLDER to another folder.`,
  )
  await expect(backUp(url, path.join(file, 'below'))).rejects.toThrow('is not a folder')
})

test('the error for a full or read-only disk says what to do', () => {
  const errorFor = (code: string) =>
    String(toBackupError(Object.assign(new Error(code), { code, syscall: 'write' }), '/b'))
  expect(errorFor('ENOSPC')).toContain(
    'so no backup was made: free some space there, or set BACKUP_FOLDER',
  )
  expect(errorFor('EROFS')).toContain('so no backup was made: set BACKUP_FOLDER to another folder.')
  // The comparison needs as much space in the database as the shop itself.
  const full = Object.assign(new DatabaseError('could not extend file', 9, 'error'), {
    code: '53100',
  })
  expect(String(toBackupError(full, '/b'))).toContain(
    'The disk of the database server is full, so no backup was made: free some space there.',
  )
})

test('a backup keeps an old schema, and its restore migrates it to the current one @long', async () => {
  const url = await openBackupShop(undefined, { migrated: false })
  const migrations = await readMigrations()
  await migrate(url, { migrations: migrations.slice(0, 2) })
  await withClient(url, (client) =>
    client.query(`
      insert into users (email, name, role, password_hash)
        values ('nora@stockie.test', 'Nora', 1, '$2b$04$' || repeat('x', 53));
      insert into categories (name) values ('Drinks');
      insert into customers (name) values ('Ada');
      insert into products (name, price, cost, stock, category_id) values ('Tea', 3, 2, 99, 1);
      insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
        values ('2026-11-21', 1, 'Ada', 3, 3, 1);
      insert into sale_lines (sale_id, product_id, product_name, price, quantity, total)
        values (1, 1, 'Tea', 3, 1, 3);
      insert into stock_movements (product_id, delta, balance, reason, user_id)
        values (1, 100, 100, 'opening', 1);
      insert into stock_movements (product_id, delta, balance, reason, sale_id, user_id)
        values (1, -1, 99, 'sale', 1, 1)`),
  )
  const { file, manifest } = await backUp(url, await createTempFolder())
  expect(manifest.migrations).toHaveLength(2)
  const other = await openBackupShop()
  await restore(other, file)
  const { figures, tables } = await readShopContents(other)
  expect(figures).toEqual(manifest.figures)
  expect(tables.map(({ name }) => name)).toContain('product_months')
})
