import { fork } from 'node:child_process'
import path from 'node:path'
import type { Stage } from '@stockie/stage/stage'
import type { LoadPlan, LoadReport } from './plan'

const program = path.join(import.meta.dirname, 'run-load.ts')

/** Carries the plan out in a process of its own, which takes nothing of the server's time. */
export function startLoad(stage: Pick<Stage, 'onEnd'>, plan: LoadPlan): Promise<LoadReport> {
  const child = fork(program, { execArgv: ['--import', import.meta.resolve('tsx')] })
  stage.onEnd(() => void child.kill('SIGKILL'))
  child.send(plan)
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The load ended by itself.')))
  })
}
