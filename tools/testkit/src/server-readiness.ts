import type { ChildProcess } from 'node:child_process'
import { get } from 'node:http'
import { PortTakenError } from './errors'

type Proof = { origin: string; question: string; answer: string }

const patience = 60_000

/** Waits for a server, and refuses one that is not the child that was just started. */
export async function waitForServer(
  child: ChildProcess,
  { origin, question, answer }: Proof,
  said: () => string,
): Promise<void> {
  const until = Date.now() + patience
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const why = `It ended before it answered. ${said()}`
      throw why.includes('EADDRINUSE') ? new PortTakenError(why) : new Error(why)
    }
    const text = await ask(`${origin}${question}`)
    if (text === answer) return
    if (text !== null) throw new PortTakenError(`Another process answers at ${origin}.`)
    if (Date.now() > until) throw new Error(`It does not answer at ${origin}. ${said()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Null where nobody answers yet. */
function ask(url: string): Promise<string | null> {
  return new Promise((resolve) => {
    get(url, { agent: false, signal: AbortSignal.timeout(patience) }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('end', () => resolve(text)).once('error', () => resolve(null))
    }).once('error', () => resolve(null))
  })
}
