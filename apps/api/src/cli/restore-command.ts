import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseBackup } from '#src/database/backup/load-backup'
import { restoreBackup, undoRestore } from '#src/database/backup/restore-backup'
import { loadEnv } from '#src/env'
import { AppError } from '#src/errors'
import { formatCommandHint, print } from '#src/server/console'
import { listenForInterruption, runCommand, UsageError } from './command'
import { withServerUrl } from './database-access'
import { describeFigures, warnAboutDrift } from './backup-figures'
import { formatStamp } from './format'

const usage = `Usage:
  npm run restore -- <file>           shows what is in a backup
  npm run restore -- <file> --yes     replaces the present shop with it
  npm run restore -- --undo --yes     goes back to the shop that the last restore put aside

Stop Stockie first. A backup is loaded into a new database and compared with the figures in its file. Only
then it replaces the present database, which is put aside. Only --forget destroys the shop that an
earlier restore put aside. All users have to sign in again. npm run backup -- --list shows the files.`

/** The file at this path, or a file in the backup folder if the name has no folder. */
function findFile(name: string, folder: string): string {
  const listed = path.join(folder, name)
  return !existsSync(name) && path.basename(name) === name && existsSync(listed) ? listed : name
}

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
  if (values.help) return print(formatCommandHint(usage))
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
  const figures = await withServerUrl({ env, signal, serving: true }, (url) =>
    undoRestore({ url, log: print, signal }),
  )
  print('The shop that was put aside is back, and what was here is put aside in its place:')
  print(figures ? describeFigures(figures) : '  An empty database, without a shop.')

  async function restore(name: string): Promise<void> {
    const { figures: backupFigures, madeAt, stockie } = await parseBackup(name)
    print(`A backup of ${formatStamp(new Date(madeAt))}, by Stockie ${stockie}:`)
    print(describeFigures(backupFigures))
    if (!values.yes) {
      throw new AppError(
        'conflict',
        'It would take the place of the present shop. If that is meant, add --yes.',
      )
    }
    const options = { env, signal, serving: true, create: true }
    const { manifest, former } = await withServerUrl(options, (url) =>
      restoreBackup({ url, file: name, forget: values.forget, log: print, signal }),
    )
    const warning = warnAboutDrift(manifest.figures)
    if (warning) print(warning)
    print('Restored: every row, sum and stock came back as the backup says. Start Stockie with')
    print(
      `${formatCommandHint('npm start')}; everybody has to sign in again. The former shop is put aside in`,
    )
    print(
      `the database ${former}: ${formatCommandHint('npm run restore -- --undo --yes')} brings it back.`,
    )
  }
})
