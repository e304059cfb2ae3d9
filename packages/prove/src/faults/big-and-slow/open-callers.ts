import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Stage } from '@stockie/stage/stage'
import { withinAMinute } from '@stockie/stage/within-a-minute'
import type { CallersPlan, CallersWord } from './callers-word'

export type Told = Exclude<CallersWord, { refused: Record<string, number> }>

/** Bad callers in a process of their own, since one process may not have as many open files as all this takes. */
export async function openCallers(stage: Pick<Stage, 'onEnd'>, plan: CallersPlan) {
  const child = fork(path.join(import.meta.dirname, 'run-callers.ts'), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  })
  stage.onEnd(() => void child.kill('SIGKILL'))
  const gone = once(child, 'exit').then((): never => {
    throw new Error('The callers ended by themselves.')
  })
  // Whoever does not listen just now hears it later.
  gone.catch(() => {})

  async function hear<Word extends CallersWord>(): Promise<Word> {
    const said = Promise.race([once(child, 'message'), gone])
    const [word] = (await withinAMinute('the callers have said something', said)) as [Word]
    return word
  }

  child.send(plan)
  const { refused } = await hear<{ refused: Record<string, number> }>()
  return {
    /** How many of the idle connections there are not, and why. */
    refused,
    /** What has become of all others so far. */
    tell: (): Promise<Told> => {
      child.send('finish')
      return hear<Told>()
    },
    end: () => void child.kill('SIGKILL'),
  }
}
