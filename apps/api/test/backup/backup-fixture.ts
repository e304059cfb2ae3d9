import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { seed } from '@stockie/prisma/seed'
import { onTestFinished } from 'vitest'
import { openPortableSession, readContents } from '#src/database/backup/backup-contents'
import { makeBackup, type MadeBackup } from '#src/database/backup/make-backup'
import type { Contents, Figures, Manifest } from '#src/database/backup/manifest'
import { restoreBackup, type RestoreResult } from '#src/database/backup/restore-backup'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase } from '#test/support/database/test-database'
import type { TestApi } from '#test/support/test-api'

const neverAborted = new AbortController().signal
const silent = () => {}

const emptyFigures: Figures = {
  accounts: 1,
  customers: 0,
  suppliers: 0,
  products: 0,
  sales: 0,
  purchases: 0,
  expenses: 0,
  salesTotal: '0.00',
  purchasesTotal: '0.00',
  expensesTotal: '0.00',
  stock: 0,
  ledger: 0,
  drifted: 0,
}
const manifest: Manifest = {
  stockie: '0.1.0',
  format: 1,
  madeAt: '2026-11-21T22:43:00.000Z',
  postgres: '17.2',
  migrations: [{ name: '20261120000000_init', checksum: 'x' }],
  figures: emptyFigures,
  tables: [{ name: 'users', columns: ['id'], rows: 1, digest: '0' }],
  sequences: [],
}

/** The first line of a backup, which is all that lists and checks read. */
export const leastBackup = gzipSync(`-- ${JSON.stringify(manifest)}\n`)

export async function createTempFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Lists the folder's files except the marker of the shop that owns it. */
export async function listFolder(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== '.stockie-shop').toSorted()
}

/**
 * Creates a database for one test. After the test it also drops the previous database that a restore keeps.
 */
export async function openBackupShop(
  profile?: 'e2e' | 'demo',
  { migrated = true } = {},
): Promise<string> {
  const { url, drop } = await createTestDatabase({ migrated })
  onTestFinished(async () => {
    await drop()
    const former = `${new URL(url).pathname.slice(1)}_before_restore`
    const server = new URL(url)
    server.pathname = '/postgres'
    await withClient(server.href, (client) => client.query(`drop database if exists ${former}`))
  })
  if (profile) await withClient(url, (client) => seed(client, { profile, timeZone: 'UTC' }))
  return url
}

export async function backUp(url: string, folder: string): Promise<MadeBackup> {
  const made = await makeBackup({ url, folder, log: silent, signal: neverAborted })
  if (!made) throw new Error('makeBackup returned no backup.')
  return made
}

export function restore(
  url: string,
  file: string,
  log: (line: string) => void = silent,
): Promise<RestoreResult> {
  return restoreBackup({ url, file, forget: true, log, signal: neverAborted })
}

export async function readShopContents(url: string): Promise<Contents> {
  const client = await openPortableSession(url, neverAborted)
  try {
    return await readContents(client)
  } finally {
    await client.end()
  }
}

/** Removes what a restore changes on purpose: it ends all sessions, which updates users and changes. */
export function withoutSessionState({ tables, sequences, figures }: Contents): Contents {
  const kept = (name: string) => !/^(users|changes)/.test(name)
  return {
    figures,
    tables: tables.filter(({ name }) => kept(name)),
    sequences: sequences.filter(({ name }) => kept(name)),
  }
}

export async function readText(file: string): Promise<string> {
  return gunzipSync(await readFile(file)).toString()
}

/** Writes a copy of the backup with edited text, and with an updated checksum on request. */
export async function rewriteBackup(
  file: string,
  change: (text: string) => string,
  { updateChecksum = false } = {},
): Promise<string> {
  const text = change(await readText(file))
  const body = text.slice(0, text.lastIndexOf('-- sha256'))
  const sum = createHash('sha256').update(body).digest('hex')
  const edited = file.replace('.sql.gz', `.edited-${sum.slice(0, 8)}.sql.gz`)
  await writeFile(edited, gzipSync(updateChecksum ? `${body}-- sha256 ${sum}\n` : text))
  return edited
}

/** Counts only this shop's scratch databases, because other tests use the same server. */
export async function countScratchDatabases(url: string): Promise<number> {
  const found = await withClient(url, (client) =>
    client.query('select from pg_database where starts_with(datname, $1)', [scratchPrefix(url)]),
  )
  return found.rowCount ?? 0
}

export function scratchPrefix(url: string): string {
  const hash = createHash('sha256').update(new URL(url).pathname.slice(1)).digest('hex')
  return `stockie_scratch_${hash.slice(0, 8)}_`
}

/** Another backup or restore of the shop, which the work must wait for. */
export async function duringMaintenance(
  { databaseUrl }: Pick<TestApi, 'databaseUrl'>,
  work: () => Promise<void>,
): Promise<void> {
  const server = new URL(databaseUrl)
  const name = server.pathname.slice(1)
  server.pathname = '/postgres'
  await withClient(server.href, async (client) => {
    await client.query('select pg_advisory_lock(72707374, hashtext($1))', [name])
    await work()
  })
}
