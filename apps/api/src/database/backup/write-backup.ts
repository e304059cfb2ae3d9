import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { migrationLock } from '@/database/migrate'
import { findPending, readHistory } from '@/database/migration-history'
import { readMigrations } from '@/database/read-migrations'
import { BackupError } from './backup-error'
import type { Manifest } from './manifest'
import { openPortableSession } from './portable-session'
import { readContents } from './read-contents'
import { readVersion } from '@/read-version'
import { writeText } from './write-text'

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
export async function writeBackup(options: Write): Promise<Manifest | null> {
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
