import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@stockie/testkit/free-port'
import type { TestScope } from '@stockie/testkit/cleanup'
import { startServer } from '@stockie/testkit/server-process'
import type { Api } from './api-process'

/** Longer than a plain answer takes of any process that lives. */
const patience = 10_000

/** However late a machine is, more than this it excuses nobody: who is served as late as that is not served. */
const excused = 2_000

type Watched<Result> = {
  result: Result
  /** The longest that an answer took which needs the API's process and nothing else. */
  livez: number
  /** How late the machine was with everything: this comes on top of whatever has a limit. */
  lateness: number
}

export type WatchLateness = <Result>(work: () => Promise<Result>) => Promise<Watched<Result>>

/**
 * Watches an API and a process beside it that does nothing. That one alone measures the machine: an API that gives
 * nobody a turn would be given as much time as it took.
 */
export async function openLatenessWatch(
  stage: TestScope,
  { origin }: Pick<Api, 'origin'>,
): Promise<WatchLateness> {
  const file = path.join(import.meta.dirname, 'lateness-bystander.mjs')
  const port = await freePort()
  const args = [String(port)]
  const bystander = await startServer(stage, { name: 'A bystander', file, port, args })
  return async (work) => {
    const isOver = new AbortController()
    const watching = Promise.all([
      watch(`${origin}/livez`, isOver.signal),
      watch(bystander.origin, isOver.signal),
    ])
    // Told below, once the work has come to its end.
    watching.catch(() => {})
    const result = await work().finally(() => isOver.abort())
    const [livez, beside] = await watching
    return { result, livez, lateness: Math.min(beside, excused) }
  }
}

/** How long an answer took at most. */
async function watch(address: string, isOver: AbortSignal): Promise<number> {
  let longest = 0
  while (!isOver.aborted) {
    const began = performance.now()
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) }).catch(
      (error: unknown) => {
        throw new Error(`A plain ${address} was not answered.`, { cause: error })
      },
    )
    await response.text()
    longest = Math.max(longest, performance.now() - began)
    await wait(50, undefined, { signal: isOver }).catch(() => {})
  }
  return longest
}
