import { setTimeout as wait } from 'node:timers/promises'
import { withinAMinute } from '@stockie/stage/within-a-minute'

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
