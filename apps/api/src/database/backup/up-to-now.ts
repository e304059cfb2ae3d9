import type { Backup } from './list-backups'

/** Two that were made in one second have names a second apart. */
const leeway = 60_000

/**
 * Those that no clock dated ahead of now. One that was wrong when a backup was made must neither pass
 * for the newest until its day has come, nor push those out that were dated rightly.
 */
export function upToNow(backups: Backup[]): Backup[] {
  const latest = Date.now() + leeway
  return backups.filter(({ madeAt }) => madeAt.getTime() <= latest)
}
