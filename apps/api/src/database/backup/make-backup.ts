import { createWriteStream } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { advisoryLocks } from '#src/database/advisory-locks'
import { findPending, readHistory, readMigrations } from '#src/database/migrations/history'
import { readVersion } from '#src/env'
import { openPortableSession, readContents } from './backup-contents'
import { streamBackup } from './backup-file'
import {
  claimFolder,
  prepareFolder,
  syncFolder,
  toBackupError,
  formatBackupName,
  unfinishedSuffix,
} from './backup-folder'
import { countRows, createProgress, type OnProgress, type OnRows } from './backup-progress'
import { loadBackup } from './load-backup'
import { BackupError, type Maintenance, withMaintenance } from './maintenance-lock'
import type { Manifest } from './manifest'
import {
  createScratchDatabase,
  dropLeftoverDatabases,
  dropScratchDatabase,
  canCreateDatabases,
  cannotCreateDatabases,
} from './swap-databases'

export type MadeBackup = { file: string; manifest: Manifest; verified: boolean }

type Options = {
  url: string
  folder: string
  log: (line: string) => void
  signal: AbortSignal
  beforeUpgrade?: boolean
  /** Fails before anything is written if the backup could not be verified. */
  mustVerify?: boolean
  /** Called again with each lock held (maintenance, migrations): another process may have done the work. */
  isNeeded?: () => Promise<boolean>
  onProgress?: OnProgress
}

/**
 * Makes a backup and verifies it: restores it into a database of its own and compares the content. The file
 * gets its final name only after that. Returns null if isNeeded says no.
 */
export async function makeBackup(options: Options): Promise<MadeBackup | null> {
  const { url, folder, log, signal, isNeeded, mustVerify } = options
  return withMaintenance(url, { log, signal }, async (maintenance) => {
    if (isNeeded && !(await isNeeded())) return null
    const canVerify = await canCreateDatabases(maintenance)
    if (mustVerify && !canVerify) {
      throw new BackupError(
        `The backup could not be verified: ${cannotCreateDatabases}, and start Stockie again.`,
      )
    }
    await prepareFolder(folder, () => claimFolder(folder, maintenance))
    await dropLeftoverDatabases(maintenance)
    const madeAt = await findFreeSecond(folder)
    const part = path.join(
      folder,
      `${formatBackupName(madeAt, nameOptions(false))}${unfinishedSuffix}`,
    )
    const progress = createProgress(options.onProgress, canVerify)
    try {
      const manifest = await writeBackup({ ...options, file: part, madeAt, progress })
      if (!manifest) return null
      if (canVerify) await verify(maintenance, { file: part, signal, onRows: progress.add })
      const file = path.join(folder, formatBackupName(madeAt, nameOptions(canVerify)))
      await rename(part, file)
      await syncFolder(folder)
      return { file, manifest, verified: canVerify }
    } catch (error) {
      await rm(part, { force: true }).catch(() => {})
      throw toBackupError(error, folder)
    }
  })

  function nameOptions(verified: boolean) {
    return { beforeUpgrade: options.beforeUpgrade ?? false, verified }
  }
}

type Verification = { file: string; signal: AbortSignal; onRows: OnRows }

async function verify(maintenance: Maintenance, options: Verification): Promise<void> {
  const scratch = await createScratchDatabase(maintenance)
  try {
    await loadBackup({ ...options, url: maintenance.urlOf(scratch) })
  } finally {
    await dropScratchDatabase(maintenance, scratch)
  }
}

/** Two backups made within one second would get the same name. */
async function findFreeSecond(folder: string): Promise<Date> {
  for (let time = Math.floor(Date.now() / 1000) * 1000; ; time += 1000) {
    const madeAt = new Date(time)
    const names = [true, false].flatMap((verified) =>
      [true, false].map((beforeUpgrade) => formatBackupName(madeAt, { verified, beforeUpgrade })),
    )
    const taken = await Promise.all(names.map((name) => fileExists(path.join(folder, name))))
    if (!taken.includes(true)) return madeAt
  }
}

async function fileExists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

type WriteOptions = Options & {
  file: string
  madeAt: Date
  progress: ReturnType<typeof createProgress>
}

/**
 * Writes one snapshot of the database to the file. Other clients may write meanwhile; only migrations wait,
 * because they change tables. Returns null if isNeeded says no after a running migration has finished.
 */
async function writeBackup(options: WriteOptions): Promise<Manifest | null> {
  const { url, file, madeAt, signal, isNeeded, beforeUpgrade, progress } = options
  const client = await openPortableSession(url, signal)
  try {
    await client.query('select pg_advisory_lock_shared($1)', [advisoryLocks.migration])
    if (isNeeded && !(await isNeeded())) return null
    await client.query('begin isolation level repeatable read read only')
    const history = await readHistory(client)
    if (!history?.length) {
      throw new BackupError(
        'The database holds no shop yet, so there is nothing to back up: start Stockie once.',
      )
    }
    // A backup at an unknown schema version could not be verified.
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
    progress.begin(manifest)
    const text = streamBackup(client, manifest, beforeUpgrade)
    await writeFile(file, countRows(text, progress.add), signal)
    return manifest
  } finally {
    await client.end().catch(() => {})
  }
}

/** Flushes the file to the disk before it counts as a backup. */
function writeFile(file: string, text: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  const disk = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  return pipeline(text, createGzip(), disk, { signal })
}
