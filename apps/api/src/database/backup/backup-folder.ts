import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { BackupError, type Maintenance } from './maintenance'

/** What a file is called until all of it is there and proved. */
export const unfinished = '.part'

/** Makes the folder where it is missing, and clears away what a killed run of this shop left half-written. */
export async function prepareFolder(folder: string, claim: () => Promise<void>): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await claim()
    for (const name of await readdir(folder)) {
      const isLeft = name.endsWith(unfinished) && readFileName(name.slice(0, -unfinished.length))
      if (isLeft) await rm(path.join(folder, name), { force: true })
    }
  } catch (error) {
    throw toBackupError(error, folder)
  }
}

/** A file that was renamed stays so only once its folder is on the disk, too. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and needs none of this.
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
  EFBIG: 'is on a disk that takes no file as large as this',
  ENOTDIR: 'is not a folder',
}

const full = new Set(['ENOSPC', 'EDQUOT'])

const unmade: Record<string, string> = { EEXIST: 'is not a folder', ENOENT: 'cannot be made' }

/** What a disk refuses, as a sentence; any other error stays what it is. */
export function toBackupError(error: unknown, folder: string): unknown {
  const isFile = error instanceof Error && 'syscall' in error && 'code' in error
  if (!isFile) return error
  const code = String(error.code)
  const reason = folderErrors[code] ?? (error.syscall === 'mkdir' ? unmade[code] : undefined)
  if (!reason) return error
  const otherwise = full.has(code) ? 'make room there, or ' : ''
  return new BackupError(
    `The folder ${folder} ${reason}, so there is no backup: ${otherwise}set BACKUP_FOLDER to another.`,
    error,
  )
}

const markName = '.stockie-shop'

/**
 * A folder is one shop's own: of two, each would prune the other's backups and take them for its own.
 * The first to back up into it leaves its mark there. The mark is the database's place and not what is
 * in it, so that it holds when a restore brings another shop into that place.
 */
export async function claimFolder(folder: string, maintenance: Maintenance): Promise<void> {
  const file = path.join(folder, markName)
  const ours = `${maintenance.database}\n${await readServer(maintenance.client)}\n`
  const found = (await writeFirst(file, ours)) ? ours : await readFile(file, 'utf8')
  if (found === ours) return
  // A machine that lost its power may have left the file without its text.
  if (found === '') return writeFile(file, ours, { flush: true })
  throw new BackupError(
    `The folder ${folder} holds the backups of another database, so there is no backup: set BACKUP_FOLDER to a folder of this shop's own. If it is the same shop, on another server now, delete ${file} and run this again.`,
  )
}

async function writeFirst(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** The same for as long as the server's data lives; some providers keep it to themselves. */
async function readServer(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_function_privilege('pg_control_system()', 'execute') as may`,
  )
  if (!rows[0]?.may) return 'unknown'
  const found = await client.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  )
  return found.rows[0]?.id ?? 'unknown'
}

export type BackupName = {
  /** Made by the start, before it changed an older database. */
  beforeUpgrade: boolean
  /** Restored into a database of its own and compared, when it was made. */
  verified: boolean
}

/** Whether a backup was verified stands in its name, so that it goes wherever the file goes. */
export function toFileName(madeAt: Date, { beforeUpgrade, verified }: BackupName): string {
  const stamp = `${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  return `stockie-${beforeUpgrade ? 'before-upgrade-' : ''}${stamp}${verified ? '' : '.unverified'}.sql.gz`
}

const pattern =
  /^stockie-(before-upgrade-)?(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(\.unverified)?\.sql\.gz$/

/** What a file's name says; null where it is not one of ours. */
export function readFileName(name: string): (BackupName & { madeAt: Date }) | null {
  const found = pattern.exec(name)
  if (!found) return null
  const [, upgrade, year, month, day, hour, minute, second, unverified] = found
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

/** The backups in a folder, newest first; none where there is no such folder. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    const reason = listErrors[error.code ?? '']
    if (!reason) throw error
    throw new BackupError(
      `The folder ${folder} ${reason}: give it to your user, or set BACKUP_FOLDER to another.`,
      error,
    )
  })
  const found = await Promise.all(names.map((name) => describe(folder, name)))
  return found
    .filter((backup) => backup !== null)
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime() || b.file.localeCompare(a.file))
}

async function describe(folder: string, name: string): Promise<Backup | null> {
  const said = readFileName(name)
  const file = path.join(folder, name)
  // One that another run has just pruned is no longer there.
  const found = said && (await stat(file).catch(() => null))
  return said && found?.isFile() ? { file, ...said, bytes: found.size } : null
}

/** Two that were made in one second have names a second apart. */
const leeway = 60_000

/**
 * Those that no clock dated ahead of now. One that was wrong when a backup was made must neither pass
 * for the newest until its day has come, nor push those out that were dated rightly.
 */
export function withoutFutureBackups(backups: Backup[]): Backup[] {
  const latest = Date.now() + leeway
  return backups.filter(({ madeAt }) => madeAt.getTime() <= latest)
}
