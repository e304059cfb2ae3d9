import { rm } from 'node:fs/promises'
import { listBackups, withoutFutureBackups } from './backup-folder'

const upgradesKept = 5

/**
 * Deletes the oldest backups beyond the limit. Backups before upgrades and unverified backups count
 * separately: they never push out verified ones. Backups dated in the future and other files stay.
 */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const backups = withoutFutureBackups(await listBackups(folder))
  const surplus = [true, false].flatMap((isVerified) => {
    const group = backups.filter(({ verified }) => verified === isVerified)
    const upgrades = group.filter(({ beforeUpgrade }) => beforeUpgrade)
    const others = group.filter(({ beforeUpgrade }) => !beforeUpgrade)
    return [...upgrades.slice(upgradesKept), ...others.slice(keep)].map(({ file }) => file)
  })
  for (const file of surplus) await rm(file, { force: true })
  return surplus
}
