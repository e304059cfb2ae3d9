import { setTimeout as wait } from 'node:timers/promises'

/** Rejects after a minute, so that a hang ends with an error. `condition` completes "waiting until …". */
export async function withinAMinute<Result>(
  condition: string,
  work: Promise<Result>,
): Promise<Result> {
  return within(60, condition, work)
}

async function within<Result>(
  seconds: number,
  condition: string,
  work: Promise<Result>,
): Promise<Result> {
  const isDone = new AbortController()
  const { signal } = isDone
  const timeout = wait(seconds * 1_000, undefined, { signal }).then((): never => {
    throw new Error(`Timed out after ${seconds} s waiting until ${condition}.`)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    // The race already handles the rejection that this causes.
    isDone.abort()
  }
}

/**
 * Polls until `isTrue` resolves to true, and returns the milliseconds that it took. Throws after a minute, or the given
 * seconds.
 */
export async function waitUntil(
  condition: string,
  isTrue: () => Promise<boolean>,
  seconds = 60,
): Promise<number> {
  const began = performance.now()
  let isOver = false

  async function poll(): Promise<void> {
    while (!isOver && !(await isTrue().catch(() => false))) await wait(20)
  }

  // The outer timeout also covers a single poll that never settles.
  await within(seconds, condition, poll()).finally(() => (isOver = true))
  return performance.now() - began
}
