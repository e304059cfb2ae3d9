import { setTimeout as wait } from 'node:timers/promises'

/** What comes of it, or an error where nothing has: a hang is told, and nobody hangs with it. */
export async function withinAMinute<Result>(what: string, work: Promise<Result>): Promise<Result> {
  const isThere = new AbortController()
  const { signal } = isThere
  const tooLate = wait(60_000, undefined, { signal }).then((): never => {
    throw new Error(`Within a minute it was not so: ${what}.`)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    // Its rejection by that was raced already, and is nobody's.
    isThere.abort()
  }
}

/** Comes back as soon as something is so, with the milliseconds that it took; throws after a minute. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  let isOver = false

  async function look(): Promise<void> {
    while (!isOver && !(await isSo().catch(() => false))) await wait(20)
  }

  // Also where one of the questions is never answered.
  await withinAMinute(what, look()).finally(() => (isOver = true))
  return performance.now() - began
}
