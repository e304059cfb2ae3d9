import { makeBackup } from '@/database/backup/make-backup'
import { pruneBackups } from '@/database/backup/prune-backups'
import type { Env } from '@/env'
import { AppError } from '@/errors'
import { describeFigures } from './describe-figures'
import { onServer } from './on-server'
import { warnOfDrift } from './warn-of-drift'

type Options = { env: Env; signal: AbortSignal; say: (text: string) => void }

/** Makes one backup and says what is in it. One that could not be verified is told as a failure. */
export async function backUp({ env, signal, say }: Options): Promise<void> {
  const { BACKUP_FOLDER: folder, BACKUP_KEEP: keep } = env
  const made = await onServer({ env, signal }, (url) =>
    makeBackup({ url, folder, log: say, signal }),
  )
  if (!made) return
  const { file, manifest, verified } = made
  const gone = await pruneBackups(folder, keep)
  say(`In the backup:\n${describeFigures(manifest.figures)}`)
  const warning = warnOfDrift(manifest.figures)
  if (warning) say(warning)
  if (!verified) {
    throw new AppError(
      'conflict',
      `${file} was made, but could NOT be verified, since the user in DATABASE_URL may not create databases: grant it by ALTER ROLE … CREATEDB.`,
    )
  }
  say(
    'Verified: restored into a database of its own, with every row, sum and stock as they are here.',
  )
  if (gone.length > 0) say(`Deleted, of more than ${keep}: ${gone.length} of the oldest.`)
  say(file)
}
