import { parseArgs } from 'node:util'
import { loadEnv } from '@/env'
import { tell } from '@/main/tell'
import { asTypedHere } from '@/main/as-typed-here'
import { backUp } from './back-up'
import { backUpForEver } from './back-up-for-ever'
import { checkBackups } from './check-backups'
import { formatBackups } from './format-backups'
import { formatStamp } from './format-stamp'
import { listenForInterruption } from './interruption'
import { readDuration } from './read-duration'
import { runCommand } from './run-command'
import { UsageError } from './usage-error'

const usage = `Usage:
  npm run backup                   makes a backup, beside a running Stockie or without one
  npm run backup -- --every 24h    goes on for ever: one now if the newest is older, then one a day
  npm run backup -- --check 50h    says whether the newest verified backup is younger than that
  npm run backup -- --list         lists the backups

Each backup is verified before it counts: restored into a database of its own and compared, row by
row. They go to BACKUP_FOLDER, and BACKUP_KEEP of them are kept. npm run restore brings one back.`

await runCommand(usage, async () => {
  const { values } = parseArgs({
    options: {
      every: { type: 'string' },
      check: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return tell(asTypedHere(usage))
  const { every, check, list } = values
  if ([every, check, list].filter((value) => value !== undefined).length > 1) {
    throw new UsageError('Of --every, --check and --list one at a time.')
  }
  const interval = every === undefined ? undefined : readDuration('--every', every)
  const longest = check === undefined ? undefined : readDuration('--check', check)
  const env = loadEnv()
  if (list) return tell(await formatBackups(env.BACKUP_FOLDER))
  if (longest !== undefined) return tell(await checkBackups(env.BACKUP_FOLDER, longest))
  const signal = listenForInterruption()
  if (interval === undefined) return backUp({ env, signal, say: tell })
  return backUpForEver({ env, signal, interval, say: tellWithStamps })
})

/** For a log that other lines stand in, too. */
function tellWithStamps(text: string): void {
  const stamp = formatStamp(new Date())
  for (const line of text.split('\n')) tell(`${stamp}  ${line}`)
}
