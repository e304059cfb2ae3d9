import { setTimeout as wait } from 'node:timers/promises'
import type { Api } from './start-api'

/** What comes of the work, or null as soon as the API has ended by itself: nothing more comes of it then. */
export async function whileItLives<Result>(
  { ended }: Pick<Api, 'ended'>,
  work: Promise<Result>,
): Promise<Result | null> {
  let isOver = false

  async function watch(): Promise<null> {
    while (!isOver && ended() === undefined) await wait(50)
    return null
  }

  async function endure(error: unknown): Promise<null> {
    // That it has ended is heard a moment after what came of it.
    await wait(100)
    if (ended() === undefined) throw error
    return null
  }

  return Promise.race([work.catch(endure), watch()]).finally(() => (isOver = true))
}
