import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@stockie/testkit/free-port'
import type { TestScope } from '@stockie/testkit/cleanup'
import { startServer } from '@stockie/testkit/server-process'
import type { Api } from './api-process'

/** A live process answers a plain request faster than this. */
const timeout = 10_000

/** A slow machine excuses no more than this: a client that waits longer is not served. */
export const maxExcuse = 2_000

type WatchedResult<Result> = {
  result: Result
  /** The longest response time of /livez, which needs only the API's process. */
  livez: number
  /** The delay of the machine itself, its processors and its disk, which is added to every limit. */
  lateness: number
  /** For how long the API's main thread was ready to run, but had no processor. */
  processorWait: number
}

export type WatchLateness = <Result>(work: () => Promise<Result>) => Promise<WatchedResult<Result>>

/**
 * Watches the API and an idle process beside it. Only the idle process measures the machine: an API that
 * blocks must not extend its own limit.
 */
export async function openLatenessWatch(
  scope: TestScope,
  { origin, pid }: Pick<Api, 'origin' | 'pid'>,
): Promise<WatchLateness> {
  const file = path.join(import.meta.dirname, 'idle-process.mjs')
  const port = await freePort()
  const args = [String(port)]
  const idleProcess = await startServer(scope, { name: 'The idle process', file, port, args })
  return async (work) => {
    const isOver = new AbortController()
    const waitBefore = await readProcessorWait(pid())
    const watching = Promise.all([
      measureLongest(`${origin}/livez`, isOver.signal),
      measureLongest(idleProcess.origin, isOver.signal),
    ])
    // Reported below, after the work has ended.
    watching.catch(() => {})
    const result = await work().finally(() => isOver.abort())
    const [livez, idleDelay] = await watching
    const processorWait = (await readProcessorWait(pid())) - waitBefore
    return { result, livez, lateness: Math.min(idleDelay, maxExcuse), processorWait }
  }
}

/**
 * Reads for how many milliseconds the main thread of the process was ready to run, but had no processor.
 * Returns 0 on systems other than Linux.
 */
async function readProcessorWait(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '')
  const [, nanoseconds = '0'] = text.split(' ')
  return Number(nanoseconds) / 1e6
}

/** Polls the address, and returns the longest response time. */
async function measureLongest(address: string, isOver: AbortSignal): Promise<number> {
  let longest = 0
  while (!isOver.aborted) {
    const began = performance.now()
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout) }).catch(
      (error: unknown) => {
        throw new Error(`${address} did not answer a plain request.`, { cause: error })
      },
    )
    await response.text()
    longest = Math.max(longest, performance.now() - began)
    await wait(50, undefined, { signal: isOver }).catch(() => {})
  }
  return longest
}
