import { fork } from 'node:child_process'
import path from 'node:path'
import type { Server } from '@stockie/testkit/server-process'
import type { Bench } from '#src/bench'
import { postgresCpuIfKnown } from '#src/postgres-cpu'
import type { Load, LoadPlan, LoadResult } from './load-request'

/**
 * Sends requests from a child process as fast as the server answers them. Rejects at the first unexpected
 * answer. Both sides get the same load.
 */
export async function runLoad(
  bench: Pick<Bench, 'onEnd'>,
  server: { name: string; origin: string },
  plan: Load,
): Promise<LoadResult> {
  const program = path.join(import.meta.dirname, 'load-generator.ts')
  const child = fork(program, { execArgv: ['--import', import.meta.resolve('tsx')] })
  bench.onEnd(() => void child.kill('SIGKILL'))
  child.send({ ...plan, origin: server.origin } satisfies LoadPlan)
  return new Promise((resolve, reject) => {
    child.once('message', (message: { result: LoadResult } | { failure: string }) => {
      if ('result' in message) resolve(message.result)
      else reject(new Error(`The load on ${server.name} failed: ${message.failure}`))
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`The load on ${server.name} ended unexpectedly.`)))
  })
}

export type LoadMeasurement = LoadResult & {
  /** Milliseconds of CPU time per request, of the server and of all PostgreSQL processes. */
  cpu: { node: number; postgres: number }
}

/** Runs a load and measures the CPU time of the server and PostgreSQL. */
export async function measureLoad(
  bench: Bench,
  server: Server,
  plan: Load,
): Promise<LoadMeasurement> {
  const before = [await server.cpu(), await postgresCpuIfKnown(bench)] as const
  const result = await runLoad(bench, server, plan)
  const after = [await server.cpu(), await postgresCpuIfKnown(bench)] as const
  const perRequest = (index: 0 | 1) => (after[index] - before[index]) / result.requests
  return { ...result, cpu: { node: perRequest(0), postgres: perRequest(1) } }
}
