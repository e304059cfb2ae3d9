import { setTimeout as wait } from 'node:timers/promises'

/** Comes back as soon as something is so, with the milliseconds that it took; throws after a minute. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - began > 60_000)
      throw new Error(`Within a minute it was not so: ${what}.`)
    await wait(20)
  }
  return performance.now() - began
}
