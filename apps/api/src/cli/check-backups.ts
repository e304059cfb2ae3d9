import { listBackups } from '@/database/backup/list-backups'
import { upToNow } from '@/database/backup/up-to-now'
import { AppError } from '@/errors'
import { formatStamp } from './format-stamp'

/** One sentence about the newest verified backup, which is a refusal where it is too old. */
export async function checkBackups(folder: string, longest: number): Promise<string> {
  const newest = upToNow(await listBackups(folder)).find(({ verified }) => verified)
  if (!newest) {
    throw new AppError('not_found', `There is no verified backup in ${folder}: run npm run backup.`)
  }
  const sentence = `The newest verified backup is of ${formatStamp(newest.madeAt)}`
  if (Date.now() - newest.madeAt.getTime() <= longest) return `${sentence}.`
  throw new AppError('conflict', `${sentence}, which is too long ago: run npm run backup.`)
}
