import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@stockie/stage/free-port'
import type { Stage } from '@stockie/stage/stage'
import { startServer } from '@stockie/stage/start-server'
import { readWithheld } from './read-withheld'
import type { Api } from './start-api'

/** Longer than a plain answer takes of any process that lives. */
const patience = 10_000

/** As much of its own lateness an API is excused, since a process at work has fewer turns than one that rests. */
const excused = 1_000

/** Who is asked is late to hear it, and once more to say what comes of it. */
const ways = 2

type Watched<Result> = {
  result: Result
  /** The longest that an answer took which needs the API's process and nothing else. */
  livez: number
  /** How late the machine was with everything: this comes on top of whatever has a limit. */
  lateness: number
}

export type WatchLateness = <Result>(work: () => Promise<Result>) => Promise<Watched<Result>>

/**
 * Watches an API and a process beside it that does nothing, and for how long the API stood ready meanwhile and was
 * given no processor. What the API itself takes measures the machine up to a second and no further: one that gives
 * nobody a turn would be given as much time as it took.
 */
export async function openWatch(
  stage: Stage,
  api: Pick<Api, 'origin' | 'pid'>,
): Promise<WatchLateness> {
  const file = path.join(import.meta.dirname, 'bystander.mjs')
  const port = await freePort()
  const args = [String(port)]
  const bystander = await startServer(stage, { name: 'A bystander', file, port, args })
  return async (work) => {
    const isOver = new AbortController()
    const watching = Promise.all([
      watch({ address: `${api.origin}/livez`, pid: api.pid() }, isOver.signal),
      watch({ address: bystander.origin, pid: bystander.pid }, isOver.signal),
    ])
    // Told below, once the work has come to its end.
    watching.catch(() => {})
    const result = await work().finally(() => isOver.abort())
    const [own, beside] = await watching
    const machine = Math.max(beside.longest, own.withheld)
    const lateness = Math.max(ways * machine, Math.min(own.longest, excused))
    return { result, livez: own.longest, lateness }
  }
}

type Target = { address: string; pid: number }

/** How long an answer took at most, and how much of that of any was time without a processor. */
async function watch({ address, pid }: Target, isOver: AbortSignal) {
  const seen = { longest: 0, withheld: 0 }
  while (!isOver.aborted) {
    const before = await readWithheld(pid)
    const began = performance.now()
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) }).catch(
      (error: unknown) => {
        throw new Error(`A plain ${address} was not answered.`, { cause: error })
      },
    )
    await response.text()
    const took = performance.now() - began
    const withheld = (await readWithheld(pid)) - before
    seen.longest = Math.max(seen.longest, took)
    seen.withheld = Math.max(seen.withheld, Math.min(withheld, took))
    await wait(50, undefined, { signal: isOver }).catch(() => {})
  }
  return seen
}
