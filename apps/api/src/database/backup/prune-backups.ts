import { rm } from 'node:fs/promises'
import { listBackups } from './list-backups'
import { upToNow } from './up-to-now'

const upgradesKept = 5

/**
 * Deletes the oldest backups where there are more than are kept. What the start made before upgrades is
 * counted by itself, and what was not verified by itself, too: it never pushes out what was. One that
 * is dated ahead stays until its time has come. Whatever else lies there is not ours.
 */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const backups = upToNow(await listBackups(folder))
  const gone = [true, false].flatMap((wanted) => {
    const alike = backups.filter(({ verified }) => verified === wanted)
    const upgrades = alike.filter(({ beforeUpgrade }) => beforeUpgrade)
    const others = alike.filter(({ beforeUpgrade }) => !beforeUpgrade)
    return [...upgrades.slice(upgradesKept), ...others.slice(keep)].map(({ file }) => file)
  })
  for (const file of gone) await rm(file, { force: true })
  return gone
}
