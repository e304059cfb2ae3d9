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
