import { asTypedHere } from '@/main/as-typed-here'
import { listBackups } from '@/database/backup/list-backups'
import { upToNow } from '@/database/backup/up-to-now'
import type { Env } from '@/env'
import type { Verdict } from './finding'

const day = 24 * 60 * 60 * 1000

/** Whether there is something to restore, that was restored once already to see that it can be. */
export async function checkBackups({ BACKUP_FOLDER: folder }: Env): Promise<Verdict[]> {
  const backups = await listBackups(folder)
  const newest = upToNow(backups).find(({ verified }) => verified)
  const many = `${backups.length} in ${folder}`
  const advice = `make one with ${asTypedHere('npm run backup')}`
  if (backups.length === 0) {
    return [{ state: 'look', found: `There is no backup in ${folder}: ${advice}.` }]
  }
  if (!newest) {
    return [{ state: 'look', found: `${many}, none of which was verified: ${advice}.` }]
  }
  const age = Date.now() - newest.madeAt.getTime()
  const about = `${many}, the newest that was verified is ${inWords(age)} old`
  if (age <= 2 * day) return [{ state: 'ok', found: `${about}.` }]
  return [{ state: 'look', found: `${about}: ${advice}, and let it go on with --every 24h.` }]
}

function inWords(milliseconds: number): string {
  const hours = Math.max(0, Math.floor(milliseconds / (60 * 60 * 1000)))
  if (hours < 1) return 'less than an hour'
  const [count, word] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
