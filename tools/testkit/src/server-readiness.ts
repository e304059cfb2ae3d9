import type { ChildProcess } from 'node:child_process'
import { get } from 'node:http'
import { PortTakenError } from './errors'

type Identity = { origin: string; noncePath: string; nonce: string }

const timeout = 60_000

/** Waits until the child serves requests, and rejects if another process answers on its port. */
export async function waitForServer(
  child: ChildProcess,
  { origin, noncePath, nonce }: Identity,
  readStderr: () => string,
): Promise<void> {
  const deadline = Date.now() + timeout
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const why = `It exited before it answered. ${readStderr()}`
      throw why.includes('EADDRINUSE') ? new PortTakenError(why) : new Error(why)
    }
    const text = await fetchText(`${origin}${noncePath}`)
    if (text === nonce) return
    if (text !== null) throw new PortTakenError(`Another process answers at ${origin}.`)
    if (Date.now() > deadline) {
      throw new Error(`It does not answer at ${origin}. ${readStderr()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Resolves to null as long as the port does not answer. */
function fetchText(url: string): Promise<string | null> {
  return new Promise((resolve) => {
    get(url, { agent: false, signal: AbortSignal.timeout(timeout) }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('end', () => resolve(text)).once('error', () => resolve(null))
    }).once('error', () => resolve(null))
  })
}
