import { setTimeout } from 'node:timers/promises'

/** In milliseconds. */
const [minPause, maxPause] = [50, 100]

export type ReadTurns<Result> = {
  /** Whether no read of this key runs or waits. */
  isFree: (key: string) => boolean
  /**
   * Runs one read of a key at a time. Callers that come before a read begins share it, so each gets what was current
   * when it came, or later. No caller shares a read that has begun. Between two reads there is a pause as long as the
   * read was, within limits: many tills would otherwise keep the server busy with one list.
   */
  take: (key: string, read: () => Promise<Result>) => Promise<Result>
}

export function createReadTurns<Result>(
  wait: (milliseconds: number) => Promise<unknown> = setTimeout,
): ReadTurns<Result> {
  /** They end after the pause. */
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<Result>>()

  async function pauseAfter(reading: Promise<Result>): Promise<void> {
    const began = performance.now()
    await reading.catch(() => {})
    const duration = performance.now() - began
    await wait(Math.min(Math.max(duration, minPause), maxPause))
  }

  function begin(key: string, read: () => Promise<Result>): Promise<Result> {
    const reading = read()
    running.set(
      key,
      pauseAfter(reading).finally(() => running.delete(key)),
    )
    return reading
  }

  function take(key: string, read: () => Promise<Result>): Promise<Result> {
    const shared = waiting.get(key)
    if (shared) return shared
    const before = running.get(key)
    if (!before) return begin(key, read)
    const next = before.then(() => {
      waiting.delete(key)
      return begin(key, read)
    })
    waiting.set(key, next)
    return next
  }

  return { isFree: (key) => !running.has(key) && !waiting.has(key), take }
}
