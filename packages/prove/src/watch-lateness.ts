import { setTimeout as wait } from 'node:timers/promises'

/** Longer than a plain answer takes of any process that lives. */
const patience = 10_000

/**
 * What comes of the work, and how late everything was meanwhile: the longest that an answer took which needs the
 * process and nothing else. On a machine that other work keeps busy this comes on top of whatever has a limit.
 */
export async function watchLateness<Result>(
  { origin }: { origin: string },
  work: () => Promise<Result>,
): Promise<{ result: Result; lateness: number }> {
  let lateness = 0
  let isOver = false

  async function watch(): Promise<void> {
    while (!isOver) {
      const began = performance.now()
      const response = await fetch(`${origin}/livez`, { signal: AbortSignal.timeout(patience) })
      await response.text()
      lateness = Math.max(lateness, performance.now() - began)
      await wait(50)
    }
  }

  const watching = watch().catch((error: unknown) => {
    throw new Error('A plain /livez was not answered.', { cause: error })
  })
  // Told below, once the work has come to its end.
  watching.catch(() => {})
  const result = await work().finally(() => (isOver = true))
  await watching
  return { result, lateness }
}
