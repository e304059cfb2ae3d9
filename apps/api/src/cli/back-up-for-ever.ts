import { setTimeout } from 'node:timers/promises'
import { listBackups } from '@/database/backup/list-backups'
import { upToNow } from '@/database/backup/up-to-now'
import type { Env } from '@/env'
import { exitSentence } from '@/main/exit-sentence'
import { asTypedHere } from '@/main/as-typed-here'
import { backUp } from './back-up'
import { formatStamp } from './format-stamp'

type Options = { env: Env; signal: AbortSignal; interval: number; say: (text: string) => void }

const tenMinutes = 600_000
/** A timer takes no more than 24 days, and a machine that slept or set its clock is seen by looking. */
const longestSleep = 3_600_000

/**
 * A backup whenever the newest is older than the interval, until a signal comes. A failure is told and
 * tried again sooner: nobody may be there to start it anew.
 */
export async function backUpForEver({ env, signal, interval, say }: Options): Promise<void> {
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
      say(asTypedHere(exitSentence(error)))
      notBefore = Date.now() + Math.min(interval, tenMinutes)
    }
  }
}

/** One that could not be verified counts here: another would be no better, and fill the disk. */
async function nextAfter(folder: string, interval: number): Promise<number> {
  const newest = upToNow(await listBackups(folder)).find(({ beforeUpgrade }) => !beforeUpgrade)
  return newest ? newest.madeAt.getTime() + interval : 0
}
