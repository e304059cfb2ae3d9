import { mkdir, open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { BackupError } from './backup-error'
import { readFileName } from './backup-name'

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
    throw sayWhatIsWrong(error, folder)
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

const wrong: Record<string, string> = {
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
export function sayWhatIsWrong(error: unknown, folder: string): unknown {
  const isFile = error instanceof Error && 'syscall' in error && 'code' in error
  if (!isFile) return error
  const code = String(error.code)
  const reason = wrong[code] ?? (error.syscall === 'mkdir' ? unmade[code] : undefined)
  if (!reason) return error
  const otherwise = full.has(code) ? 'make room there, or ' : ''
  return new BackupError(
    `The folder ${folder} ${reason}, so there is no backup: ${otherwise}set BACKUP_FOLDER to another.`,
    error,
  )
}
