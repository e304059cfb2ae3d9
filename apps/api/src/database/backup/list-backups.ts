import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { readFileName, type BackupName } from './backup-name'

export type Backup = BackupName & {
  /** The whole path. */
  file: string
  madeAt: Date
  bytes: number
}

/** The backups in a folder, newest first; none where there is no such folder. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
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
