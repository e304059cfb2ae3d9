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
  npm run restore -- --undo --yes     brings back the shop that the last restore put aside

Stop Stockie first. The backup is loaded into a new database and compared with the figures in its file.
Then it replaces the present database, which is put aside. A shop that an earlier restore put aside is
deleted only with --forget. All users have to sign in again. npm run backup -- --list shows the files.`

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
  if (more.length > 0) throw new UsageError('Name only one file.')
  if (values.undo && file) throw new UsageError('Do not name a file with --undo.')
  if (!values.undo && !file) throw new UsageError('Name the backup to restore.')
  const env = loadEnv()
  const signal = listenForInterruption()
  if (file) return restore(findFile(file, env.BACKUP_FOLDER))
  if (!values.yes) {
    throw new AppError(
      'conflict',
      '--undo replaces the present shop and puts it aside. To do that, add --yes.',
    )
  }
  const figures = await withServerUrl({ env, signal, serving: true }, (url) =>
    undoRestore({ url, log: print, signal }),
  )
  print('The present shop was put aside, and the earlier one is back:')
  print(figures ? describeFigures(figures) : '  An empty database, without a shop.')

  async function restore(name: string): Promise<void> {
    const { figures: backupFigures, madeAt, stockie } = await parseBackup(name)
    print(`A backup of ${formatStamp(new Date(madeAt))}, by Stockie ${stockie}:`)
    print(describeFigures(backupFigures))
    if (!values.yes) {
      throw new AppError(
        'conflict',
        'A restore replaces the present shop with this backup. To do that, add --yes.',
      )
    }
    const options = { env, signal, serving: true, create: true }
    const { manifest, former } = await withServerUrl(options, (url) =>
      restoreBackup({ url, file: name, forget: values.forget, log: print, signal }),
    )
    const warning = warnAboutDrift(manifest.figures)
    if (warning) print(warning)
    print('Restored: every row, sum and stock is as in the backup.')
    print(`Start Stockie with ${formatCommandHint('npm start')}. All users have to sign in again.`)
    print(`The former shop is in the database ${former}. To bring it back, run`)
    print(`${formatCommandHint('npm run restore -- --undo --yes')}.`)
  }
})
