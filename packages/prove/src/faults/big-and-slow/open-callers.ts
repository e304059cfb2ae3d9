import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Stage } from '@stockie/stage/stage'
import type { CallersPlan, CallersWord } from './callers-word'

export type Told = Exclude<CallersWord, { open: number }>

/** Bad callers in a process of their own, since one process may not have as many open files as all this takes. */
export async function openCallers(stage: Pick<Stage, 'onEnd'>, plan: CallersPlan) {
  const child = fork(path.join(import.meta.dirname, 'run-callers.ts'), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  })
  stage.onEnd(() => void child.kill('SIGKILL'))
  child.send(plan)
  const [word] = (await once(child, 'message')) as [{ open: number }]
  return {
    /** How many of the idle connections there are. */
    open: word.open,
    /** What has become of all others so far. */
    tell: async (): Promise<Told> => {
      child.send('finish')
      const [told] = (await once(child, 'message')) as [Told]
      return told
    },
    end: () => void child.kill('SIGKILL'),
  }
}
