import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Journal } from './journal'

export type ClientRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export type Answer = { status: number; body: unknown }

/** One request over the agent's connections; rejects where no whole answer comes: a TimeoutError where it is late. */
export function ask(
  agent: http.Agent,
  origin: string,
  { method, path, headers = {}, body }: ClientRequest,
  patience = 10_000,
): Promise<Answer> {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const signal = AbortSignal.timeout(patience)
  return new Promise((resolve, fail) => {
    // Whatever breaks then breaks because of it.
    const reject = (error: unknown) => fail(signal.aborted ? signal.reason : error)
    const request = http.request(`${origin}${path}`, {
      agent,
      method,
      signal,
      headers: {
        ...headers,
        ...(sent !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(sent),
        }),
      },
    })
    request.once('error', reject)
    request.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('error', reject)
      response.once('end', () => {
        if (!response.complete) return reject(new Error('The answer was cut off.'))
        resolve({ status: response.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) })
      })
    })
    request.end(sent)
  })
}

export type ClientConnection = {
  /** Asks until there is an answer other than "come back later"; with how often it had to. */
  persist: (asked: ClientRequest) => Promise<Answer & { tries: number }>
  /** The same once; null where nobody answered, or the answer was "come back later". */
  tryOnce: (asked: ClientRequest) => Promise<Answer | null>
  close: () => void
}

type Options = {
  origins: readonly string[]
  first: number
  /** Milliseconds that an answer is waited for. */
  patience: number
  journal: Journal
}

/** Nobody waits this long for a shop that is mended within seconds, or locked for a minute. */
const atLast = 100_000

/**
 * A connection that was idle for so long is not used again. A process that stops closes such connections after a second,
 * and a client that was itself kept from running meanwhile would ask over one that is closed: no fault of the API's.
 */
const stale = 900

/** What a client asks over: one kept connection, to another API where one does not answer. */
export function openClientConnection({
  origins,
  first,
  patience,
  journal,
}: Options): ClientConnection {
  let agent = openAgent()
  let turn = first
  let heard = performance.now()

  async function tryOnce(asked: ClientRequest): Promise<Answer | null> {
    const began = performance.now()
    if (began - heard > stale) {
      agent.destroy()
      agent = openAgent()
    }
    try {
      const answer = await ask(agent, origins[turn % origins.length] ?? '', asked, patience)
      if (answer.status !== 503) return answer
    } catch (error) {
      note(error, asked.path, began)
    } finally {
      heard = performance.now()
      journal.longestWait = Math.max(journal.longestWait, heard - began)
    }
    turn += 1
    return null
  }

  /** A door that is closed was never asked anything. */
  function note(error: unknown, path: string, began: number): void {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return
    const waited = performance.now() - began
    const ranOut = error instanceof Error && error.name === 'TimeoutError'
    const sent = Date.now() - waited
    journal.unanswered.push({ path, why: String(error), began: sent, waited, ranOut })
  }

  async function persist(asked: ClientRequest): Promise<Answer & { tries: number }> {
    const until = performance.now() + atLast
    for (let tries = 1; ; tries += 1) {
      const answer = await tryOnce(asked)
      if (answer) return { ...answer, tries }
      if (performance.now() > until) {
        throw new Error(`${asked.method} ${asked.path} found nobody for ${atLast / 1000} s.`)
      }
      // No chance in it: how often a client had to ask must not change what it does next.
      await wait(Math.min(50 * tries, 500))
    }
  }

  return { persist, tryOnce, close: () => agent.destroy() }
}

const openAgent = () => new http.Agent({ keepAlive: true, maxSockets: 1 })
