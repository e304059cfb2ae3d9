import { existsSync } from 'node:fs'
import path from 'node:path'

/** A file as it was named, or as the list of backups names it: by its last part. */
export function findFile(name: string, folder: string): string {
  const listed = path.join(folder, name)
  return !existsSync(name) && path.basename(name) === name && existsSync(listed) ? listed : name
}
