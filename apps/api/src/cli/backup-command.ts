import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type BackupRow, formatBytes } from '@stockie/contracts'
import { runWaitingBackup } from '#src/database/backup/backup-jobs'
import { createBackupFiles } from '#src/database/backup/backup-files'
import {
  listBackups,
  parseBackupName,
  withoutFutureBackups,
} from '#src/database/backup/backup-folder'
import { pruneBackups } from '#src/database/backup/backup-retention'
import { makeBackup } from '#src/database/backup/make-backup'
import { cannotCreateDatabases } from '#src/database/backup/swap-databases'
import { connectClient } from '#src/database/pool/single-client'
import { type Env, loadEnv } from '#src/env'
import { AppError } from '#src/errors'
import { exitSentence, formatCommandHint, print } from '#src/server/console'
import { parseDuration } from '#src/time'
import { listenForInterruption, runCommand, UsageError } from './command'
import { withServerUrl } from './database-access'
import { formatStamp, formatTable } from './format'
import { describeFigures, warnAboutDrift } from './backup-figures'

const usage = `Usage:
  npm run backup                   makes a backup, even while Stockie runs
  npm run backup -- --every 24h    keeps running and makes a backup every 24 hours
  npm run backup -- --check 50h    fails if the newest verified backup is older than that
  npm run backup -- --list         lists the backups

Each backup is verified: it is restored into a temporary database and compared row by row. Backups
are files in BACKUP_FOLDER, and the newest BACKUP_KEEP are kept. npm run restore restores one.`

/** Prints with a time stamp on each line, for a log that contains other lines, too. */
function printWithTime(text: string): void {
  const stamp = formatStamp(new Date())
  for (const line of text.split('\n')) print(`${stamp}  ${line}`)
}

type BackUpOptions = { env: Env; signal: AbortSignal; printMessage: (text: string) => void }

/** Makes one backup and prints its contents. Fails if the backup could not be verified. */
async function backUp({ env, signal, printMessage }: BackUpOptions): Promise<void> {
  const { BACKUP_FOLDER: folder, BACKUP_KEEP: keep } = env
  const made = await withServerUrl({ env, signal }, (url) =>
    makeBackup({ url, folder, log: printMessage, signal }),
  )
  if (!made) return
  const { file, manifest, verified } = made
  const deleted = await pruneBackups(folder, keep)
  printMessage(`In the backup:\n${describeFigures(manifest.figures)}`)
  const warning = warnAboutDrift(manifest.figures)
  if (warning) printMessage(warning)
  if (!verified) {
    throw new AppError(
      'conflict',
      `${file} was made, but could NOT be verified: ${cannotCreateDatabases}, and run this again.`,
    )
  }
  printMessage('Verified: a restore into a temporary database has the same rows, sums and stocks.')
  if (deleted.length > 0) {
    printMessage(`Deleted the oldest backups, to keep ${keep}: ${deleted.length}.`)
  }
  printMessage(file)
}

type RepeatOptions = {
  env: Env
  signal: AbortSignal
  interval: number
  printMessage: (text: string) => void
}

const tenMinutes = 600_000
/** One hour: a timer is limited to 24 days, and the machine may sleep or set its clock meanwhile. */
const maxSleepMs = 3_600_000

/**
 * Makes a backup whenever the newest is older than the interval, until a signal comes. After a failure it
 * retries within ten minutes, because it runs unattended.
 */
async function backUpRepeatedly(options: RepeatOptions): Promise<void> {
  const { env, signal, interval, printMessage } = options
  let notBefore = 0
  let announced = 0
  while (!signal.aborted) {
    try {
      const due = Math.max(await findDueTime(env.BACKUP_FOLDER, interval), notBefore)
      const pause = due - Date.now()
      if (pause > 0) {
        if (due !== announced) {
          printMessage(`The next backup is due at ${formatStamp(new Date(due))}.`)
        }
        announced = due
        // The browser shows a failure, and the next try may reach the database.
        await makeRequested(options).catch(() => {})
        const sleep = Math.min(pause, env.DATABASE_URL ? requestPollMs : maxSleepMs)
        await setTimeout(sleep, undefined, { signal }).catch(() => {})
        continue
      }
      await backUp({ env, signal, printMessage })
    } catch (error) {
      if (signal.aborted) return
      printMessage(formatCommandHint(exitSentence(error)))
      notBefore = Date.now() + Math.min(interval, tenMinutes)
    }
  }
}

/** How soon a backup begins that an owner asked for in the browser. */
const requestPollMs = 3000

/** Makes the backup that an owner asked for, if the app may not write to the folder. */
async function makeRequested({ env, signal, printMessage }: RepeatOptions): Promise<void> {
  const { DATABASE_URL: url, BACKUP_FOLDER: folder, BACKUP_KEEP: keep } = env
  // The app of an embedded database makes its backups itself.
  if (!url) return
  const log = {
    info: (...parts: unknown[]) => printMessage(String(parts.at(-1))),
    error: (error: unknown, message?: string) =>
      printMessage(formatCommandHint(`${message} ${exitSentence(error)}`)),
  }
  const client = await connectClient(url)
  try {
    await runWaitingBackup({ database: client, url, folder, keep, signal, log })
  } finally {
    await client.end()
  }
}

/**
 * When the next backup is due. Unverified backups count too: another would be no better, and fill the disk.
 */
async function findDueTime(folder: string, interval: number): Promise<number> {
  const newest = withoutFutureBackups(await listBackups(folder)).find(
    ({ beforeUpgrade }) => !beforeUpgrade,
  )
  return newest ? newest.madeAt.getTime() + interval : 0
}

/** Names the age of the newest verified backup. Throws if it is too old. */
async function checkNewestBackup(folder: string, maxAge: number): Promise<string> {
  const newest = await createBackupFiles(folder).findNewestVerified()
  if (!newest) {
    throw new AppError('not_found', `There is no verified backup in ${folder}: run npm run backup.`)
  }
  const sentence = `The newest verified backup is from ${formatStamp(newest.madeAt)}`
  if (Date.now() - newest.madeAt.getTime() <= maxAge) return `${sentence}.`
  throw new AppError('conflict', `${sentence}. That is too old: run npm run backup.`)
}

/** Returns the milliseconds of an option such as --every 24h. */
function readDuration(option: string, text: string): number {
  const seconds = parseDuration(text)
  if (seconds === undefined) throw new UsageError(`${option} is a time such as 30m, 24h or 7d.`)
  return seconds * 1000
}

async function formatBackups(folder: string): Promise<string> {
  const backups = await createBackupFiles(folder).list()
  if (backups.length === 0) return `There are no backups in ${folder} yet.`
  const rows = backups.map((backup) => [
    backup.name,
    formatStamp(new Date(backup.createdAt)),
    formatBytes(backup.bytes),
    describeState(backup),
  ])
  return `${folder}\n${formatTable([['File', 'Made', 'Size', ''], ...rows])}`
}

function describeState({ name, counts, proved }: BackupRow): string {
  const upgrade = parseBackupName(name)?.beforeUpgrade ? ', before an upgrade' : ''
  if (!counts) return `NOT readable${upgrade}`
  return `${proved ? 'verified' : 'NOT verified'}${upgrade}`
}

await runCommand(usage, async () => {
  const { values } = parseArgs({
    options: {
      every: { type: 'string' },
      check: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return print(formatCommandHint(usage))
  const { every, check, list } = values
  if ([every, check, list].filter((value) => value !== undefined).length > 1) {
    throw new UsageError('Use only one of --every, --check and --list.')
  }
  const interval = every === undefined ? undefined : readDuration('--every', every)
  const maxAge = check === undefined ? undefined : readDuration('--check', check)
  const env = loadEnv()
  if (list) return print(await formatBackups(env.BACKUP_FOLDER))
  if (maxAge !== undefined) return print(await checkNewestBackup(env.BACKUP_FOLDER, maxAge))
  const signal = listenForInterruption()
  if (interval === undefined) return backUp({ env, signal, printMessage: print })
  return backUpRepeatedly({ env, signal, interval, printMessage: printWithTime })
})
