import { createBackupFiles } from '#src/database/backup/backup-files'
import type { Env } from '#src/env'
import { formatCommandHint } from '#src/server/console'
import type { Verdict } from './check'

const day = 24 * 60 * 60 * 1000

/** Checks that there is a recent verified backup. */
export async function checkBackups({ BACKUP_FOLDER: folder }: Env): Promise<Verdict[]> {
  const files = createBackupFiles(folder)
  const backups = await files.list()
  const newest = await files.findNewestVerified()
  const total = `${backups.length} in ${folder}`
  const advice = `make one with ${formatCommandHint('npm run backup')}`
  if (backups.length === 0) {
    return [{ state: 'warning', found: `There is no backup in ${folder}: ${advice}.` }]
  }
  if (!newest) {
    return [{ state: 'warning', found: `${total}, none of them verified: ${advice}.` }]
  }
  const age = Date.now() - newest.madeAt.getTime()
  const summary = `${total}, the newest verified one is ${formatAge(age)} old`
  if (age <= 2 * day) return [{ state: 'ok', found: `${summary}.` }]
  return [{ state: 'warning', found: `${summary}: ${advice}, and repeat it with --every 24h.` }]
}

function formatAge(milliseconds: number): string {
  const hours = Math.max(0, Math.floor(milliseconds / (60 * 60 * 1000)))
  if (hours < 1) return 'less than an hour'
  const [count, word] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
