import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import path from 'node:path'
import type { Stage } from '@stockie/stage/stage'
import { withinAMinute } from '@stockie/stage/within-a-minute'
import type { CallersPlan, CallersWord } from './callers-word'

type Refused = Extract<CallersWord, { refused: unknown }>
export type Told = Extract<CallersWord, { uploads: unknown }>

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

  // Each of them, also where two come at once.
  const words = on(child, 'message')

  async function hear<Word extends CallersWord>(): Promise<Word> {
    const said = Promise.race([words.next(), gone])
    const { value } = await withinAMinute('the callers have said something', said)
    const [word] = value as [Word]
    return word
  }

  /** However long it takes a slow machine, as long as there are more and more of them. */
  async function hearRefused(): Promise<Refused['refused']> {
    for (;;) {
      const word = await hear<Refused | { opened: number }>()
      if ('refused' in word) return word.refused
    }
  }

  child.send(plan)
  const refused = await hearRefused()
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
