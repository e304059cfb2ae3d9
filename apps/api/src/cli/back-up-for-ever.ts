import { setTimeout } from 'node:timers/promises'
import { listBackups } from '@/database/backup/list-backups'
import type { Env } from '@/env'
import { exitSentence } from '@/main/exit-sentence'
import { backUp } from './back-up'
import { formatStamp } from './format-stamp'

type Options = { env: Env; signal: AbortSignal; interval: number; say: (text: string) => void }

const tenMinutes = 600_000

/**
 * A backup whenever the newest is older than the interval, until a signal comes. A failure is told and
 * tried again sooner: nobody may be there to start it anew.
 */
export async function backUpForEver({ env, signal, interval, say }: Options): Promise<void> {
  let failed = false
  while (!signal.aborted) {
    const pause = failed
      ? Math.min(interval, tenMinutes)
      : await untilNext(env.BACKUP_FOLDER, interval)
    if (pause > 0) say(`The next backup is due at ${formatStamp(new Date(Date.now() + pause))}.`)
    await setTimeout(pause, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    try {
      await backUp({ env, signal, say })
      failed = false
    } catch (error) {
      if (signal.aborted) return
      say(exitSentence(error))
      failed = true
    }
  }
}

async function untilNext(folder: string, interval: number): Promise<number> {
  const backups = await listBackups(folder)
  const newest = backups.find(({ verified, beforeUpgrade }) => verified && !beforeUpgrade)
  if (!newest) return 0
  return Math.max(0, newest.madeAt.getTime() + interval - Date.now())
}
