import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AlreadyServed } from './start-error'

/** What PostgreSQL cannot do five times running, within some seconds and with space, it will not do by itself. */
const attempts = 5

/** A segment of its log is 16 MB. */
const leastSpace = 20_000_000

type Options = {
  /** Where PostgreSQL writes. */
  home: string
  log: (message: string) => void
  signal: AbortSignal
  /** The first, in milliseconds. */
  pause?: number
}

/**
 * Starts until that succeeds, each time after a longer pause; false where it is to end instead. What does
 * not pass is thrown. A full disk is waited for: somebody may make room, and PostgreSQL cannot even say so.
 */
export async function tryAgain(
  start: () => Promise<void>,
  { home, log, signal, pause: shortest = 100 }: Options,
): Promise<boolean> {
  let told: boolean | undefined
  for (let failures = 0, pause = shortest; !signal.aborted; pause = Math.min(pause * 2, 5_000)) {
    try {
      await start()
      return true
    } catch (error) {
      const isFull = await hasNoSpace(home)
      failures = isFull ? 0 : failures + 1
      if (failures === attempts || error instanceof AlreadyServed) throw error
      const reason = error instanceof Error ? error.message : String(error)
      // Once, and not at each attempt.
      if (isFull !== told) log(isFull ? 'The database waits for space on its disk.' : reason)
      told = isFull
      await wait(pause, undefined, { signal }).catch(() => {})
    }
  }
  return false
}

async function hasNoSpace(home: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(home)
  return bavail * bsize < leastSpace
}
