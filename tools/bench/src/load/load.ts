import { fork } from 'node:child_process'
import path from 'node:path'
import type { Server } from '@stockie/testkit/server-process'
import type { Bench } from '#src/bench'
import { postgresCpuIfKnown } from '#src/postgres-cpu'
import type { Load, LoadPlan, LoadResult } from './load-request'

/**
 * Asks a server as fast as it answers, from a process of its own, and throws at the first answer that is not
 * the expected one. The same for both sides.
 */
export async function load(
  bench: Pick<Bench, 'onEnd'>,
  server: { name: string; origin: string },
  plan: Load,
): Promise<LoadResult> {
  const program = path.join(import.meta.dirname, 'load-generator.ts')
  const child = fork(program, { execArgv: ['--import', import.meta.resolve('tsx')] })
  bench.onEnd(() => void child.kill('SIGKILL'))
  child.send({ ...plan, origin: server.origin } satisfies LoadPlan)
  return new Promise((resolve, reject) => {
    child.once('message', (message: { result: LoadResult } | { refusal: string }) => {
      if ('result' in message) resolve(message.result)
      else reject(new Error(`The load on ${server.name} failed: ${message.refusal}`))
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`The load on ${server.name} ended by itself.`)))
  })
}

export type Measured = LoadResult & {
  /** Milliseconds of processor a request: of the server in Node, and of all PostgreSQL. */
  cpu: { node: number; postgres: number }
}

/** A load with what it cost the server and PostgreSQL. */
export async function measureLoad(bench: Bench, server: Server, plan: Load): Promise<Measured> {
  const before = [await server.cpu(), await postgresCpuIfKnown(bench)] as const
  const result = await load(bench, server, plan)
  const after = [await server.cpu(), await postgresCpuIfKnown(bench)] as const
  const each = (index: 0 | 1) => (after[index] - before[index]) / result.requests
  return { ...result, cpu: { node: each(0), postgres: each(1) } }
}
