import { pipeline } from 'node:stream/promises'
import { escapeIdentifier, escapeLiteral, DatabaseError } from 'pg'
import { from } from 'pg-copy-streams'
import { migrate } from '@/database/migrate'
import { BackupError } from './backup-error'
import { compareContents } from './compare-contents'
import { findMigrations } from './find-migrations'
import type { Manifest } from './manifest'
import { openPortableSession } from './portable-session'
import { readContents } from './read-contents'
import { readTables } from './read-tables'
import { requireOwnTables } from './require-own-tables'
import { copyLine } from './sql-text'
import { walkBackup } from './walk-backup'

type Load = { file: string; url: string; signal: AbortSignal }

/**
 * Fills an empty database from a backup, which stands at the backup's own version afterwards, and
 * proves that what came back is what was backed up. Otherwise it is refused.
 */
export async function loadBackup({ file, url, signal }: Load): Promise<Manifest> {
  const client = await openPortableSession(url, signal)
  try {
    // It is thrown away where anything fails, and kept by a rename, which waits for the disk.
    await client.query('set synchronous_commit to off')
    const manifest = await walkBackup(file, {
      onManifest: async (read) => {
        await migrate(url, { migrations: await findMigrations(file, read) })
        const tables = await readTables(client)
        requireOwnTables(read.tables, tables)
        await client.query('begin')
        await setTriggers('disable')
        const names = tables.map(({ name }) => escapeIdentifier(name))
        await client.query(`truncate ${names.join(', ')} restart identity`)
      },
      onTable: async (table, rows) => {
        await pipeline(rows, client.query(from(copyLine(table).replace(';', ''))), { signal })
      },
    })
    for (const { name, lastValue, isCalled } of manifest.sequences) {
      const sequence = escapeLiteral(escapeIdentifier(name))
      await client.query(`select setval(${sequence}, ${lastValue}, ${isCalled})`)
    }
    await setTriggers('enable')
    await client.query('commit')
    await client.query('analyze')
    refuseDifferences(file, compareContents(manifest, await readContents(client)))
    return manifest
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof DatabaseError ? doesNotFit(file, error) : error
  } finally {
    await client.end().catch(() => {})
  }

  /** The ledger's would move stock once more; that the loaded rows are right is proved afterwards. */
  async function setTriggers(state: 'enable' | 'disable'): Promise<void> {
    for (const { name } of await readTables(client)) {
      await client.query(`alter table ${escapeIdentifier(name)} ${state} trigger user`)
    }
  }
}

export function refuseDifferences(file: string, differences: string[]): void {
  if (differences.length === 0) return
  throw new BackupError(
    `What came back is not what ${file} says: ${differences.join('; ')}. Nothing of it was kept.`,
  )
}

/** Out of space is the server's matter; every other refusal says that the rows are not ours. */
function doesNotFit(file: string, error: DatabaseError): Error {
  if (error.code === '53100') {
    return new BackupError(`The database server's disk is full: make room, and run this again.`)
  }
  if (!/^(22|23)/.test(error.code ?? '')) return error
  return new BackupError(`${file} holds what the database refuses: ${error.message}.`, error)
}
