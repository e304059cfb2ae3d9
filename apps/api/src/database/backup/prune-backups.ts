import { rm } from 'node:fs/promises'
import { listBackups } from './list-backups'

const upgradesKept = 5

/**
 * Deletes the oldest backups where there are more than are kept, and never the newest verified one. What
 * the start made before upgrades is counted by itself. Whatever else lies there is not ours.
 */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const backups = await listBackups(folder)
  const newest = backups.find(({ verified }) => verified)
  const upgrades = backups.filter(({ beforeUpgrade }) => beforeUpgrade)
  const others = backups.filter(({ beforeUpgrade }) => !beforeUpgrade)
  const newestOther = others.find(({ verified }) => verified)
  const gone = [...upgrades.slice(upgradesKept), ...others.slice(keep)]
    .filter((backup) => backup !== newest && backup !== newestOther)
    .map(({ file }) => file)
  for (const file of gone) await rm(file, { force: true })
  return gone
}
