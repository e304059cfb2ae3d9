import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import path from 'node:path'
import type { TestScope } from '@stockie/testkit/cleanup'
import { UnsupportedError } from '@stockie/testkit/errors'
import { withinAMinute } from '@stockie/testkit/polling'
import type { CallersMessage, CallersPlan } from './big-uploads'

type Refused = Extract<CallersMessage, { refused: unknown }>
export type CallersReport = Extract<CallersMessage, { uploads: unknown }>

/** Starts the bad callers in a child process, because one process may not open that many files. */
export async function startBadCallers(scope: Pick<TestScope, 'onEnd'>, plan: CallersPlan) {
  const child = fork(path.join(import.meta.dirname, 'bad-callers-process.ts'), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  })
  scope.onEnd(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit').then((): never => {
    throw new Error('The process of the bad callers ended unexpectedly.')
  })
  // Reported by the next message that is awaited.
  exited.catch(() => {})

  // An iterator, so that no message is lost if two arrive at once.
  const messages = on(child, 'message')

  async function nextMessage<Message extends CallersMessage>(): Promise<Message> {
    const next = Promise.race([messages.next(), exited])
    const { value } = await withinAMinute('the bad callers send a message', next)
    const [message] = value as [Message]
    return message
  }

  /** Has no limit of its own: a slow machine may take long, as long as connections keep opening. */
  async function readRefused(): Promise<Refused['refused']> {
    for (;;) {
      const message = await nextMessage<Refused | { opened: number }>()
      if ('refused' in message) return message.refused
    }
  }

  child.send(plan)
  const refused = await readRefused()
  return {
    /** Number of idle connections that could not be opened, by error code. */
    refused,
    /** Reads the statuses of all other callers so far. */
    readReport: (): Promise<CallersReport> => {
      child.send('finish')
      return nextMessage<CallersReport>()
    },
    end: () => void child.kill('SIGKILL'),
  }
}

/** The error codes of a system without room for a connection. Every other code is the server's fault. */
const systemLimitCodes = ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'EAGAIN']

/**
 * Reports idle connections that the API refused. Throws UnsupportedError if only the system has no room for
 * them.
 */
export function describeRefusedConnections(
  refused: Record<string, number>,
  isReady: boolean,
): string[] {
  const counts = Object.entries(refused).map(([code, count]) => `${count} by ${code}`)
  if (counts.length === 0) return []
  const message = `idle connections could not be opened: ${counts.join(', ')}`
  const isServerFault = Object.keys(refused).some((code) => !systemLimitCodes.includes(code))
  if (isReady && !isServerFault) throw new UnsupportedError(message)
  return [message]
}

/** Reports wrong answers to the big bodies, and, in the long form, to the slow and the idle connections. */
export function describeWrongAnswers(
  { uploads, cutOff }: CallersReport,
  idle: number | null,
): string[] {
  const big = Object.entries(uploads).flatMap(([label, status]) =>
    status === 413 ? [] : [`${label} was answered with ${status || 'nothing'}`],
  )
  if (idle === null) return big
  const slow = Object.entries(expectedEndings(idle)).flatMap(([kind, [total, expected]]) => {
    const correct = (cutOff[kind] ?? []).filter((status) => status === expected).length
    const ending = expected ? `answered with ${expected}` : 'closed'
    return correct === total
      ? []
      : [`${total - correct} of ${total} that sent ${kind} slowly were not ${ending}`]
  })
  return [...big, ...slow]
}

/** The number of connections of each kind and the expected status; 0 is a silent close. */
function expectedEndings(idle: number): Record<string, [total: number, status: number]> {
  return { 'a head': [10, 408], 'a body': [10, 408], nothing: [idle, 0] }
}
