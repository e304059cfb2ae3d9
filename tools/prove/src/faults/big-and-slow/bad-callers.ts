import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import path from 'node:path'
import type { TestScope } from '@stockie/testkit/cleanup'
import { UnsupportedError } from '@stockie/testkit/errors'
import { withinAMinute } from '@stockie/testkit/polling'
import type { CallersMessage, CallersPlan } from './big-uploads'

type Refused = Extract<CallersMessage, { refused: unknown }>
export type Told = Extract<CallersMessage, { uploads: unknown }>

/** Bad callers in a process of their own, since one process may not have as many open files as all this takes. */
export async function openCallers(stage: Pick<TestScope, 'onEnd'>, plan: CallersPlan) {
  const child = fork(path.join(import.meta.dirname, 'bad-callers-process.ts'), {
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

  async function hear<Word extends CallersMessage>(): Promise<Word> {
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

/** A system's words for having no room for a connection. Whatever else one ends with is the server's doing. */
const noRoom = ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'EAGAIN']

/** Idle connections that an API did not take; where the system has no room for them, and it is well, they cannot be tried. */
export function describeRefusedConnections(
  refused: Record<string, number>,
  isReady: boolean,
): string[] {
  const all = Object.entries(refused).map(([why, count]) => `${count} by ${why}`)
  if (all.length === 0) return []
  const what = `idle connections could not be opened: ${all.join(', ')}`
  const isRoom = Object.keys(refused).some((why) => !noRoom.includes(why))
  if (isReady && !isRoom) throw new UnsupportedError(what)
  return [what]
}

/**
 * Who was not told what they should be: those who sent 20 MB, and, where they were waited for, those who were slow and
 * so many who said nothing.
 */
export function describeWrongAnswers({ uploads, cutOff }: Told, idle: number | null): string[] {
  const big = Object.entries(uploads).flatMap(([what, status]) =>
    status === 413 ? [] : [`${what} was answered with ${status || 'nothing'}`],
  )
  if (idle === null) return big
  const slow = Object.entries(endings(idle)).flatMap(([what, [due, told]]) => {
    const right = (cutOff[what] ?? []).filter((status) => status === told).length
    return right === due
      ? []
      : [
          `${due - right} of ${due} that sent ${what} slowly were not ${told ? `told ${told}` : 'hung up on'}`,
        ]
  })
  return [...big, ...slow]
}

/** How many of each there are, and what they are told: to whoever has asked nothing there is nothing to say. */
function endings(idle: number): Record<string, [due: number, told: number]> {
  return { 'a head': [10, 408], 'a body': [10, 408], nothing: [idle, 0] }
}
