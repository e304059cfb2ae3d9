import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listBackups, withoutFutureBackups } from '#src/database/backup/backup-folder'
import { makeBackup, pruneBackups } from '#src/database/backup/make-backup'
import { type Env, loadEnv } from '#src/env'
import { AppError } from '#src/errors'
import { exitSentence, formatCommandHint, print } from '#src/server/console'
import { listenForInterruption, runCommand, UsageError } from './command'
import { withServerUrl } from './database-access'
import { formatBytes, formatStamp, formatTable } from './format'
import { describeFigures, warnAboutDrift } from './backup-figures'

const usage = `Usage:
  npm run backup                   makes a backup, beside a running Stockie or without one
  npm run backup -- --every 24h    goes on for ever: one now if the newest is older, then one a day
  npm run backup -- --check 50h    says whether the newest verified backup is younger than that
  npm run backup -- --list         lists the backups

Each backup is verified before it counts: restored into a database of its own and compared, row by
row. They go to BACKUP_FOLDER, and BACKUP_KEEP of them are kept. npm run restore brings one back.`

/** For a log that other lines stand in, too. */
function tellWithStamps(text: string): void {
  const stamp = formatStamp(new Date())
  for (const line of text.split('\n')) print(`${stamp}  ${line}`)
}

type BackUpOptions = { env: Env; signal: AbortSignal; say: (text: string) => void }

/** Makes one backup and says what is in it. One that could not be verified is told as a failure. */
async function backUp({ env, signal, say }: BackUpOptions): Promise<void> {
  const { BACKUP_FOLDER: folder, BACKUP_KEEP: keep } = env
  const made = await withServerUrl({ env, signal }, (url) =>
    makeBackup({ url, folder, log: say, signal }),
  )
  if (!made) return
  const { file, manifest, verified } = made
  const gone = await pruneBackups(folder, keep)
  say(`In the backup:\n${describeFigures(manifest.figures)}`)
  const warning = warnAboutDrift(manifest.figures)
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

type RepeatOptions = {
  env: Env
  signal: AbortSignal
  interval: number
  say: (text: string) => void
}

const tenMinutes = 600_000
/** A timer takes no more than 24 days, and a machine that slept or set its clock is seen by looking. */
const longestSleep = 3_600_000

/**
 * A backup whenever the newest is older than the interval, until a signal comes. A failure is told and
 * tried again sooner: nobody may be there to start it anew.
 */
async function backUpRepeatedly({ env, signal, interval, say }: RepeatOptions): Promise<void> {
  let notBefore = 0
  let told = 0
  while (!signal.aborted) {
    try {
      const due = Math.max(await nextAfter(env.BACKUP_FOLDER, interval), notBefore)
      const pause = due - Date.now()
      if (pause > 0) {
        if (due !== told) say(`The next backup is due at ${formatStamp(new Date(due))}.`)
        told = due
        await setTimeout(Math.min(pause, longestSleep), undefined, { signal }).catch(() => {})
        continue
      }
      await backUp({ env, signal, say })
    } catch (error) {
      if (signal.aborted) return
      say(formatCommandHint(exitSentence(error)))
      notBefore = Date.now() + Math.min(interval, tenMinutes)
    }
  }
}

/** One that could not be verified counts here: another would be no better, and fill the disk. */
async function nextAfter(folder: string, interval: number): Promise<number> {
  const newest = withoutFutureBackups(await listBackups(folder)).find(
    ({ beforeUpgrade }) => !beforeUpgrade,
  )
  return newest ? newest.madeAt.getTime() + interval : 0
}

/** One sentence about the newest verified backup, which is a refusal where it is too old. */
async function verifyBackups(folder: string, longest: number): Promise<string> {
  const newest = withoutFutureBackups(await listBackups(folder)).find(({ verified }) => verified)
  if (!newest) {
    throw new AppError('not_found', `There is no verified backup in ${folder}: run npm run backup.`)
  }
  const sentence = `The newest verified backup is of ${formatStamp(newest.madeAt)}`
  if (Date.now() - newest.madeAt.getTime() <= longest) return `${sentence}.`
  throw new AppError('conflict', `${sentence}, which is too long ago: run npm run backup.`)
}

const secondsIn = new Map(Object.entries({ s: 1, m: 60, h: 3600, d: 86_400 }))

/** The milliseconds of a time such as 24h. */
function readDuration(option: string, given: string): number {
  if (!/^[1-9]\d{0,3}[smhd]$/.test(given)) {
    throw new UsageError(`${option} is a time such as 30m, 24h or 7d.`)
  }
  return Number.parseInt(given, 10) * (secondsIn.get(given.slice(-1)) ?? 1) * 1000
}

async function formatBackups(folder: string): Promise<string> {
  const backups = await listBackups(folder)
  if (backups.length === 0) return `There are no backups in ${folder} yet.`
  const rows = backups.map(({ file, madeAt, bytes, verified, beforeUpgrade }) => [
    path.basename(file),
    formatStamp(madeAt),
    formatBytes(bytes),
    [verified ? 'verified' : 'NOT verified', beforeUpgrade ? ', before an upgrade' : ''].join(''),
  ])
  return `${folder}\n${formatTable([['File', 'Made', 'Size', ''], ...rows])}`
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
    throw new UsageError('Of --every, --check and --list one at a time.')
  }
  const interval = every === undefined ? undefined : readDuration('--every', every)
  const longest = check === undefined ? undefined : readDuration('--check', check)
  const env = loadEnv()
  if (list) return print(await formatBackups(env.BACKUP_FOLDER))
  if (longest !== undefined) return print(await verifyBackups(env.BACKUP_FOLDER, longest))
  const signal = listenForInterruption()
  if (interval === undefined) return backUp({ env, signal, say: print })
  return backUpRepeatedly({ env, signal, interval, say: tellWithStamps })
})
