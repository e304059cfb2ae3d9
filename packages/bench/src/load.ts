import { fork } from 'node:child_process'
import path from 'node:path'
import type { Bench } from './bench'
import type { Load, LoadPlan, LoadResult } from './load/plan'

/**
 * Asks a server as fast as it answers, from a process of its own, and throws at the first answer that is not
 * the expected one. The same for both sides.
 */
export async function load(
  bench: Pick<Bench, 'onEnd'>,
  server: { name: string; origin: string },
  plan: Load,
): Promise<LoadResult> {
  const program = path.join(import.meta.dirname, 'load/run-load.ts')
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
