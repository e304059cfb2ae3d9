import { createWriteStream } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { findPending, readHistory, readMigrations } from '#src/database/migrations/history'
import { migrationLock } from '#src/database/migrations/migrate'
import { readVersion } from '#src/env'
import { writeText } from './backup-file'
import {
  claimFolder,
  listBackups,
  prepareFolder,
  syncFolder,
  toBackupError,
  toFileName,
  unfinished,
  withoutFutureBackups,
} from './backup-folder'
import { loadBackup } from './load-backup'
import { BackupError, type Maintenance, openPortableSession, withMaintenance } from './maintenance'
import type { Manifest } from './manifest'
import { createScratch, dropLeftovers, dropScratch, mayCreateDatabases } from './swap-databases'
import { readContents } from './verify-contents'

export type MadeBackup = { file: string; manifest: Manifest; verified: boolean }

type Options = {
  url: string
  folder: string
  log: (line: string) => void
  signal: AbortSignal
  beforeUpgrade?: boolean
  /** Nothing is written where it could not be verified. */
  mustVerify?: boolean
  /** Asked once it is this run's turn, and once nobody migrates: whether there is still something to do. */
  isNeeded?: () => Promise<boolean>
}

const mayNotVerify =
  'It could not be verified, since the user in DATABASE_URL may not create databases: grant it by ALTER ROLE … CREATEDB, and start again.'

/**
 * A backup of this moment, which takes its name only once it was restored into a database of its own
 * and everything in there is as it was. Null where it turned out not to be needed.
 */
export async function makeBackup(options: Options): Promise<MadeBackup | null> {
  const { url, folder, log, signal, isNeeded, mustVerify } = options
  return withMaintenance(url, { log, signal }, async (maintenance) => {
    if (isNeeded && !(await isNeeded())) return null
    const canVerify = await mayCreateDatabases(maintenance)
    if (mustVerify && !canVerify) throw new BackupError(mayNotVerify)
    await prepareFolder(folder, () => claimFolder(folder, maintenance))
    await dropLeftovers(maintenance)
    const madeAt = await findFreeSecond(folder)
    const part = path.join(folder, `${toFileName(madeAt, named(false))}${unfinished}`)
    try {
      const manifest = await writeBackup({ url, file: part, madeAt, signal, isNeeded })
      if (!manifest) return null
      if (canVerify) await verify(maintenance, part, signal)
      const file = path.join(folder, toFileName(madeAt, named(canVerify)))
      await rename(part, file)
      await syncFolder(folder)
      return { file, manifest, verified: canVerify }
    } catch (error) {
      await rm(part, { force: true }).catch(() => {})
      throw toBackupError(error, folder)
    }
  })

  function named(verified: boolean) {
    return { beforeUpgrade: options.beforeUpgrade ?? false, verified }
  }
}

async function verify(maintenance: Maintenance, file: string, signal: AbortSignal): Promise<void> {
  const scratch = await createScratch(maintenance)
  try {
    await loadBackup({ file, url: maintenance.urlOf(scratch), signal })
  } finally {
    await dropScratch(maintenance, scratch)
  }
}

/** Two backups of one second would take the same name. */
async function findFreeSecond(folder: string): Promise<Date> {
  for (let time = Math.floor(Date.now() / 1000) * 1000; ; time += 1000) {
    const madeAt = new Date(time)
    const names = [true, false].flatMap((verified) =>
      [true, false].map((beforeUpgrade) => toFileName(madeAt, { verified, beforeUpgrade })),
    )
    const taken = await Promise.all(names.map((name) => isThere(path.join(folder, name))))
    if (!taken.includes(true)) return madeAt
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

type Write = {
  url: string
  file: string
  madeAt: Date
  signal: AbortSignal
  isNeeded?: (() => Promise<boolean>) | undefined
}

/**
 * Writes what the database holds at one moment, while others go on writing to it. A snapshot keeps
 * them apart; only a migration, which takes tables from under it, waits until this is done. Null where
 * one that was under way has left nothing to do.
 */
async function writeBackup(options: Write): Promise<Manifest | null> {
  const { url, file, madeAt, signal, isNeeded } = options
  const client = await openPortableSession(url, signal)
  try {
    await client.query('select pg_advisory_lock_shared($1)', [migrationLock])
    if (isNeeded && !(await isNeeded())) return null
    await client.query('begin isolation level repeatable read read only')
    const history = await readHistory(client)
    if (!history?.length) {
      throw new BackupError(
        'The database holds no shop yet, so there is nothing to back up: start Stockie once.',
      )
    }
    // A database that this version does not know could not be proved to come back.
    findPending(await readMigrations(), history)
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    const manifest: Manifest = {
      stockie: await readVersion(),
      format: 1,
      madeAt: madeAt.toISOString(),
      postgres: rows[0]?.version ?? 'unknown',
      migrations: history.map(({ name, checksum }) => ({ name, checksum })),
      ...(await readContents(client)),
    }
    await write(file, writeText(client, manifest), signal)
    return manifest
  } finally {
    await client.end().catch(() => {})
  }
}

/** On the disk, not only on its way there, before anybody counts on it. */
function write(file: string, text: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  const disk = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  return pipeline(text, createGzip(), disk, { signal })
}

const upgradesKept = 5

/**
 * Deletes the oldest backups where there are more than are kept. What the start made before upgrades is
 * counted by itself, and what was not verified by itself, too: it never pushes out what was. One that
 * is dated ahead stays until its time has come. Whatever else lies there is not ours.
 */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const backups = withoutFutureBackups(await listBackups(folder))
  const gone = [true, false].flatMap((wanted) => {
    const alike = backups.filter(({ verified }) => verified === wanted)
    const upgrades = alike.filter(({ beforeUpgrade }) => beforeUpgrade)
    const others = alike.filter(({ beforeUpgrade }) => !beforeUpgrade)
    return [...upgrades.slice(upgradesKept), ...others.slice(keep)].map(({ file }) => file)
  })
  for (const file of gone) await rm(file, { force: true })
  return gone
}
