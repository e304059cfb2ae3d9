import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import type { BackupRow, BackupStatus } from '@stockie/contracts'
import type { Pool } from 'pg'
import { createTextReader } from './backup-file'
import { type Backup, listBackups, withoutFutureBackups } from './backup-folder'
import { BackupError } from './maintenance-lock'
import { readManifest } from './manifest'

/** The backups of a folder, with what each holds. Reads only the first line of a file. */
export function createBackupFiles(folder: string) {
  /** A backup never changes once it has its name. */
  const known = new Map<string, NonNullable<BackupRow['counts']>>()

  async function list(): Promise<BackupRow[]> {
    const backups = await listBackups(folder)
    const names = new Set(backups.map(({ file }) => file))
    for (const file of known.keys()) if (!names.has(file)) known.delete(file)
    const rows: BackupRow[] = []
    for (const backup of backups) rows.push(await toRow(backup))
    return rows
  }

  async function toRow(backup: Backup): Promise<BackupRow> {
    const { file, madeAt, bytes } = backup
    const counts = await findCounts(backup)
    const name = path.basename(file)
    const proved = isVerified(backup, counts)
    return { name, createdAt: madeAt.toISOString(), bytes, counts, proved }
  }

  async function findCounts({ file }: Backup): Promise<BackupRow['counts']> {
    const counts = known.get(file) ?? (await readCounts(file))
    if (counts) known.set(file, counts)
    return counts
  }

  /**
   * Whether the newest verified backup is older than this many seconds. A shop that is younger needs none yet, and a
   * folder that cannot be read has none.
   */
  async function readStatus(database: Pick<Pool, 'query'>, overdue: number): Promise<BackupStatus> {
    const newest = await findNewestVerified().catch((error: unknown) => {
      if (error instanceof BackupError) return undefined
      throw error
    })
    const provedAt = newest?.madeAt.toISOString() ?? null
    const hours = overdue / 3600
    const isOld = (at: number) => Date.now() - at > overdue * 1000
    if (newest) return { provedAt, hours, overdue: isOld(newest.madeAt.getTime()) }
    const { rows } = await database.query<{ since: Date | null }>(
      'select min(finished_at) as since from _prisma_migrations',
    )
    const since = rows[0]?.since
    return { provedAt, hours, overdue: since ? isOld(since.getTime()) : false }
  }

  async function findNewestVerified(): Promise<Backup | undefined> {
    for (const backup of withoutFutureBackups(await listBackups(folder))) {
      if (isVerified(backup, await findCounts(backup))) return backup
    }
    return undefined
  }

  /** The file with this name in any case: the router reads addresses in lower case. */
  async function find(name: string): Promise<Backup | undefined> {
    const backups = await listBackups(folder)
    return backups.find(({ file }) => path.basename(file).toLowerCase() === name.toLowerCase())
  }

  return { list, find, findNewestVerified, readStatus }
}

/** The name says whether the backup was verified. A copy of it may be damaged. */
function isVerified({ verified }: Backup, counts: BackupRow['counts']): boolean {
  return verified && counts !== null
}

/** Reads the first line only. Null for a damaged file. */
async function readCounts(file: string): Promise<BackupRow['counts']> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.once('error', (error) => text.destroy(error))
  try {
    const { figures } = readManifest(file, await createTextReader(text).readLine())
    const { accounts, customers, suppliers, products, sales, purchases, expenses } = figures
    return { accounts, customers, suppliers, products, sales, purchases, expenses }
  } catch {
    return null
  } finally {
    source.destroy()
    text.destroy()
  }
}
