import type { ChildProcess } from 'node:child_process'
import { get } from 'node:http'
import { PortTakenError } from './errors'

type Identity = {
  origin: string
  noncePath: string
  nonce: string
  /** Answers with an error until the server is ready. Without it, a server that listens is ready. */
  readyPath?: string | undefined
}

const timeout = 60_000

/** Waits until the child serves requests, and rejects if another process answers on its port. */
export async function waitForServer(
  child: ChildProcess,
  { origin, noncePath, nonce, readyPath }: Identity,
  readStderr: () => string,
): Promise<void> {
  const deadline = Date.now() + timeout
  let isKnown = false
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const why = `It exited before it answered. ${readStderr()}`
      throw why.includes('EADDRINUSE') ? new PortTakenError(why) : new Error(why)
    }
    isKnown ||= await isChild()
    if (isKnown && (await isReady())) return
    if (Date.now() > deadline) {
      throw new Error(`It does not answer at ${origin}. ${readStderr()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }

  /** The child answers this only once. */
  async function isChild(): Promise<boolean> {
    const answer = await fetchAnswer(`${origin}${noncePath}`)
    if (answer && answer.text !== nonce) {
      throw new PortTakenError(`Another process answers at ${origin}.`)
    }
    return answer !== null
  }

  async function isReady(): Promise<boolean> {
    if (readyPath === undefined) return true
    return (await fetchAnswer(`${origin}${readyPath}`))?.status === 200
  }
}

type Answer = { status: number | undefined; text: string }

/** Resolves to null as long as the port does not answer. */
function fetchAnswer(url: string): Promise<Answer | null> {
  return new Promise((resolve) => {
    get(url, { agent: false, signal: AbortSignal.timeout(timeout) }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      const { statusCode: status } = response
      response.once('end', () => resolve({ status, text })).once('error', () => resolve(null))
    }).once('error', () => resolve(null))
  })
}
