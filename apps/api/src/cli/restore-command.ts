import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { accountChoices, reviewAccounts } from '#src/database/backup/account-changes'
import { readBackupRules } from '#src/database/backup/backup-accounts'
import { restoreBackup, reviewUndo, undoRestore } from '#src/database/backup/restore-backup'
import { embeddedDatabaseExists } from '#src/database/embedded/home'
import { loadEnv } from '#src/env'
import { AppError } from '#src/errors'
import { formatCommandHint, print } from '#src/server/console'
import { listenForInterruption, runCommand, UsageError } from './command'
import { withServerUrl } from './database-access'
import { describeFigures, warnAboutDrift } from './backup-figures'
import { formatStamp } from './format'

const usage = `Usage:
  npm run restore -- <file>           shows what is in a backup, and which accounts it changes
  npm run restore -- <file> --yes     replaces the present shop with it
  npm run restore -- --undo --yes     brings back the shop that the last restore put aside

Stop Stockie first. The backup is loaded into a new database and compared with the figures in its file.
Then it replaces the present database, which is put aside. A shop that an earlier restore put aside is
deleted only with --forget. All users have to sign in again. npm run backup -- --list shows the files.

If an account that was removed or changed since could sign in as before, choose one of these:
  --keep-accounts      keeps the accounts as they are now, with their names, roles, passwords and second factors
  --restore-accounts   brings back the former accounts, with their former roles, passwords and second factors
Each of them also decides whether the shop requires a second factor.`

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
      'keep-accounts': { type: 'boolean' },
      'restore-accounts': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return print(formatCommandHint(usage))
  const [file, ...more] = positionals
  if (more.length > 0) throw new UsageError('Name only one file.')
  if (values.undo && file) throw new UsageError('Do not name a file with --undo.')
  if (!values.undo && !file) throw new UsageError('Name the backup to restore.')
  if (values['keep-accounts'] && values['restore-accounts']) {
    throw new UsageError('Use only one of --keep-accounts and --restore-accounts.')
  }
  const accounts = values['keep-accounts']
    ? ('keep' as const)
    : values['restore-accounts'] && ('restore' as const)
  const env = loadEnv()
  const signal = listenForInterruption()
  const options = { accounts: accounts || undefined, log: print, signal }
  if (file) return restore(findFile(file, env.BACKUP_FOLDER))
  if (!values.yes) {
    const mustChoose = await withServerUrl({ env, signal }, (url) =>
      reviewUndo({ url, ...options }),
    )
    throw unconfirmedError('--undo replaces the present shop and puts it aside.', mustChoose)
  }
  const figures = await withServerUrl({ env, signal, serving: true }, (url) =>
    undoRestore({ url, ...options }),
  )
  print('The present shop was put aside, and the earlier one is back:')
  print(figures ? describeFigures(figures) : '  An empty database, without a shop.')

  async function restore(name: string): Promise<void> {
    const { manifest: backup, rules: incoming } = await readBackupRules(name)
    print(`A backup of ${formatStamp(new Date(backup.madeAt))}, by Stockie ${backup.stockie}:`)
    print(describeFigures(backup.figures))
    if (!values.yes) {
      const review = async (url: string) =>
        (await reviewAccounts({ url, incoming, choice: options.accounts, log: print })).mustChoose
      const isNew = !env.DATABASE_URL && !(await embeddedDatabaseExists(env.STOCKIE_HOME))
      const mustChoose = !isNew && (await withServerUrl({ env, signal }, review))
      throw unconfirmedError('A restore replaces the present shop with this backup.', mustChoose)
    }
    const opening = { env, signal, serving: true, create: true }
    const { manifest, former } = await withServerUrl(opening, (url) =>
      restoreBackup({ url, file: name, forget: values.forget, ...options }),
    )
    const warning = warnAboutDrift(manifest.figures)
    if (warning) print(warning)
    print('Restored: every row, sum and stock is as in the backup.')
    if (accounts === 'keep') print('The accounts are those from before the restore.')
    print(`Start Stockie with ${formatCommandHint('npm start')}. All users have to sign in again.`)
    print(`The former shop is in the database ${former}. To bring it back, run`)
    print(`${formatCommandHint('npm run restore -- --undo --yes')}.`)
  }
})

function unconfirmedError(sentence: string, mustChoose: boolean): AppError {
  const choice = mustChoose ? ` ${accountChoices}` : ''
  return new AppError('conflict', `${sentence} To do that, add --yes.${choice}`)
}
