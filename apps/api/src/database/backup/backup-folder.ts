import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { BackupError, type Maintenance } from './maintenance-lock'

/** Suffix of a backup file that is not complete and verified yet. */
export const unfinishedSuffix = '.part'

/** Creates the folder if it is missing, and deletes the unfinished files of a killed run of this shop. */
export async function prepareFolder(folder: string, claim: () => Promise<void>): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await claim()
    for (const name of await readdir(folder)) {
      const isLeft =
        name.endsWith(unfinishedSuffix) && parseBackupName(name.slice(0, -unfinishedSuffix.length))
      if (isLeft) await rm(path.join(folder, name), { force: true })
    }
  } catch (error) {
    throw toBackupError(error, folder)
  }
}

/** Flushes the folder to the disk: without that, a power cut may undo the renaming of a file. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and does not need this.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const folderErrors: Record<string, string> = {
  EACCES: 'may not be written by your user',
  EPERM: 'may not be written by your user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk that is full',
  EFBIG: 'is on a disk that does not support a file of this size',
  ENOENT: 'is gone',
  ENOTDIR: 'is not a folder',
}

const diskFullCodes = new Set(['ENOSPC', 'EDQUOT'])

const mkdirErrors: Record<string, string> = { EEXIST: 'is not a folder', ENOENT: 'cannot be made' }

/** Turns an error of a disk into a BackupError with advice. Returns any other error unchanged. */
export function toBackupError(error: unknown, folder: string): unknown {
  if (error instanceof pg.DatabaseError && error.code === '53100') {
    return new BackupError(
      'The disk of the database server is full, so no backup was made: free some space there. Each backup is restored into a second database before it counts.',
      error,
    )
  }
  const isFile = error instanceof Error && 'syscall' in error && 'code' in error
  if (!isFile) return error
  const code = String(error.code)
  const reason = (error.syscall === 'mkdir' ? mkdirErrors[code] : undefined) ?? folderErrors[code]
  if (!reason) return error
  const advice = diskFullCodes.has(code) ? 'free some space there, or ' : ''
  return new BackupError(
    `The folder ${folder} ${reason}, so no backup was made: ${advice}set BACKUP_FOLDER to another folder.`,
    error,
  )
}

const ownerFileName = '.stockie-shop'

/**
 * Reserves the folder for one shop: two shops in one folder would prune each other's backups. The owner file
 * names the server and the database, not their content, so it stays valid after a restore.
 */
export async function claimFolder(folder: string, maintenance: Maintenance): Promise<void> {
  const file = path.join(folder, ownerFileName)
  const ours = `${maintenance.database}\n${await readServerId(maintenance.client)}\n`
  const owner = (await writeNewFile(file, ours)) ? ours : await readFile(file, 'utf8')
  if (owner === ours) return
  // A power cut may have left the file empty.
  if (owner === '') return writeFile(file, ours, { flush: true })
  throw new BackupError(
    `The folder ${folder} holds the backups of another database, so no backup was made: set BACKUP_FOLDER to another folder. If you moved this shop to another server, delete ${file} and run this again.`,
  )
}

async function writeNewFile(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** The identifier of the database cluster, which never changes. Some providers do not grant access to it. */
async function readServerId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ allowed: boolean }>(
    `select has_function_privilege('pg_control_system()', 'execute') as allowed`,
  )
  if (!rows[0]?.allowed) return 'unknown'
  const result = await client.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  )
  return result.rows[0]?.id ?? 'unknown'
}

export type BackupName = {
  /** Made automatically at the start of a newer version, before it migrated the database. */
  beforeUpgrade: boolean
  /** Restored into a database of its own and compared when it was made. */
  verified: boolean
}

/** The name of a backup file. It says whether the backup was verified, so that a copy says it too. */
export function formatBackupName(madeAt: Date, { beforeUpgrade, verified }: BackupName): string {
  const stamp = `${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  return `stockie-${beforeUpgrade ? 'before-upgrade-' : ''}${stamp}${verified ? '' : '.unverified'}.sql.gz`
}

const pattern =
  /^stockie-(before-upgrade-)?(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(\.unverified)?\.sql\.gz$/

/** Parses the name of a backup file. Returns null for any other file. */
export function parseBackupName(name: string): (BackupName & { madeAt: Date }) | null {
  const match = pattern.exec(name)
  if (!match) return null
  const [, upgrade, year, month, day, hour, minute, second, unverified] = match
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(madeAt.getTime())) return null
  return { madeAt, beforeUpgrade: upgrade !== undefined, verified: unverified === undefined }
}

export type Backup = BackupName & {
  /** The whole path. */
  file: string
  madeAt: Date
  bytes: number
}

const listErrors: Record<string, string> = {
  EACCES: 'may not be read by your user',
  EPERM: 'may not be read by your user',
  ENOTDIR: 'is not a folder',
}

/** The backups in a folder, newest first. An empty list if there is no such folder. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    const reason = listErrors[error.code ?? '']
    if (!reason) throw error
    throw new BackupError(
      `The folder ${folder} ${reason}: give your user access to it, or set BACKUP_FOLDER to another folder.`,
      error,
    )
  })
  const backups = await Promise.all(names.map((name) => readBackup(folder, name)))
  return backups
    .filter((backup) => backup !== null)
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime() || b.file.localeCompare(a.file))
}

async function readBackup(folder: string, name: string): Promise<Backup | null> {
  const parsed = parseBackupName(name)
  const file = path.join(folder, name)
  // Another run may have pruned the file since the folder was read.
  const stats = parsed && (await stat(file).catch(() => null))
  return parsed && stats?.isFile() ? { file, ...parsed, bytes: stats.size } : null
}

/** Backups made within one second get names one second apart, so a name may lie slightly ahead. */
const toleranceMs = 60_000

/**
 * Drops backups that are dated in the future, because the clock was wrong when they were made. They must
 * neither count as the newest backup nor push out backups with a correct date.
 */
export function withoutFutureBackups(backups: Backup[]): Backup[] {
  const latest = Date.now() + toleranceMs
  return backups.filter(({ madeAt }) => madeAt.getTime() <= latest)
}
