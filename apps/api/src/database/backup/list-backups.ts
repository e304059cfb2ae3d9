import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { BackupError } from './backup-error'
import { readFileName, type BackupName } from './backup-name'

export type Backup = BackupName & {
  /** The whole path. */
  file: string
  madeAt: Date
  bytes: number
}

const wrong: Record<string, string> = {
  EACCES: 'may not be read by your user',
  EPERM: 'may not be read by your user',
  ENOTDIR: 'is not a folder',
}

/** The backups in a folder, newest first; none where there is no such folder. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    const reason = wrong[error.code ?? '']
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
