import { parseArgs } from 'node:util'
import { restoreBackup } from '@/database/backup/restore-backup'
import { undoRestore } from '@/database/backup/undo-restore'
import { walkBackup } from '@/database/backup/walk-backup'
import { loadEnv } from '@/env'
import { AppError } from '@/errors'
import { tell } from '@/main/tell'
import { asTypedHere } from '@/main/as-typed-here'
import { describeFigures } from './describe-figures'
import { findFile } from './find-file'
import { formatStamp } from './format-stamp'
import { listenForInterruption } from './interruption'
import { onServer } from './on-server'
import { runCommand } from './run-command'
import { UsageError } from './usage-error'
import { warnOfDrift } from './warn-of-drift'

const usage = `Usage:
  npm run restore -- <file>           says what is in a backup
  npm run restore -- <file> --yes     puts it in place of the present shop
  npm run restore -- --undo --yes     changes it for the shop that the last restore put aside

Stop Stockie first. A backup is loaded into a new database and compared with what it says of itself;
only then it takes the present one's place, which is put aside. What an earlier restore put aside is
destroyed with --forget alone. Everybody has to sign in again. npm run backup -- --list shows the files.`

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      undo: { type: 'boolean' },
      yes: { type: 'boolean' },
      forget: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return tell(asTypedHere(usage))
  const [file, ...more] = positionals
  if (more.length > 0) throw new UsageError('One file at a time.')
  if (values.undo && file) throw new UsageError('--undo goes without a file.')
  if (!values.undo && !file) throw new UsageError('Which file?')
  const env = loadEnv()
  const signal = listenForInterruption()
  if (file) return restore(findFile(file, env.BACKUP_FOLDER))
  if (!values.yes) {
    throw new AppError(
      'conflict',
      '--undo puts the present shop aside. If that is meant, add --yes.',
    )
  }
  const figures = await onServer({ env, signal, serving: true }, (url) =>
    undoRestore({ url, log: tell, signal }),
  )
  tell('The shop that was put aside is back, and what was here is put aside in its place:')
  tell(figures ? describeFigures(figures) : '  An empty database, without a shop.')

  async function restore(name: string): Promise<void> {
    const { figures: said, madeAt, stockie } = await walkBackup(name)
    tell(`A backup of ${formatStamp(new Date(madeAt))}, by Stockie ${stockie}:`)
    tell(describeFigures(said))
    if (!values.yes) {
      throw new AppError(
        'conflict',
        'It would take the place of the present shop. If that is meant, add --yes.',
      )
    }
    const place = { env, signal, serving: true, making: true }
    const { manifest, former } = await onServer(place, (url) =>
      restoreBackup({ url, file: name, forget: values.forget, log: tell, signal }),
    )
    const warning = warnOfDrift(manifest.figures)
    if (warning) tell(warning)
    tell('Restored: every row, sum and stock came back as the backup says. Start Stockie with')
    tell(
      `${asTypedHere('npm start')}; everybody has to sign in again. The former shop is put aside in`,
    )
    tell(
      `the database ${former}: ${asTypedHere('npm run restore -- --undo --yes')} brings it back.`,
    )
  }
})
