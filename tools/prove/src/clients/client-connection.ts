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

/** Sends a request. Rejects if no complete response arrives, with a TimeoutError if it is late. */
export function sendRequest(
  agent: http.Agent,
  origin: string,
  { method, path, headers = {}, body }: ClientRequest,
  timeout = 10_000,
): Promise<Answer> {
  const content = body === undefined ? undefined : JSON.stringify(body)
  const signal = AbortSignal.timeout(timeout)
  return new Promise((resolve, fail) => {
    // Every error after the timeout is caused by it.
    const reject = (error: unknown) => fail(signal.aborted ? signal.reason : error)
    const request = http.request(`${origin}${path}`, {
      agent,
      method,
      signal,
      headers: {
        ...headers,
        ...(content !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(content),
        }),
      },
    })
    request.once('error', reject)
    request.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('error', reject)
      response.once('end', () => {
        if (!response.complete) return reject(new Error('The response was cut off.'))
        resolve({ status: response.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) })
      })
    })
    request.end(content)
  })
}

export type ClientConnection = {
  /** Retries after a 503 or a missing response, and also returns the number of tries. */
  requestUntilAnswered: (request: ClientRequest) => Promise<Answer & { tries: number }>
  /** Sends the request once; null after a 503 or without a response. */
  requestOnce: (request: ClientRequest) => Promise<Answer | null>
  close: () => void
}

type Options = {
  origins: readonly string[]
  first: number
  /** Milliseconds to wait for a response. */
  timeout: number
  journal: Journal
}

/** Longer than any fault: a shop is repaired within seconds, or locked for a minute. */
const retryLimit = 100_000

/**
 * A connection that was idle for longer is not reused. A stopping process closes idle connections after a
 * second. A client that was suspended meanwhile would then send on a closed connection, which is not the
 * API's fault.
 */
const maxIdle = 900

/** Opens one keep-alive connection, which moves to the next API if an API does not answer. */
export function openClientConnection({
  origins,
  first,
  timeout,
  journal,
}: Options): ClientConnection {
  let agent = openAgent()
  let turn = first
  let lastUsed = performance.now()

  async function requestOnce(request: ClientRequest): Promise<Answer | null> {
    const began = performance.now()
    if (began - lastUsed > maxIdle) {
      agent.destroy()
      agent = openAgent()
    }
    try {
      const origin = origins[turn % origins.length] ?? ''
      const answer = await sendRequest(agent, origin, request, timeout)
      // The proxy got no answer from the API.
      if (answer.status === 502) throw new Error('The proxy answered 502.')
      if (answer.status !== 503) return answer
      journal.refusals.push(reasonOf(answer))
    } catch (error) {
      recordUnanswered(error, request.path, began)
    } finally {
      lastUsed = performance.now()
      journal.longestWait = Math.max(journal.longestWait, lastUsed - began)
    }
    turn += 1
    return null
  }

  /** A refused connection is not a request without an answer. */
  function recordUnanswered(error: unknown, path: string, began: number): void {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return
    const waited = performance.now() - began
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    const sent = Date.now() - waited
    journal.unanswered.push({ path, why: String(error), began: sent, waited, timedOut })
  }

  async function requestUntilAnswered(request: ClientRequest): Promise<Answer & { tries: number }> {
    const deadline = performance.now() + retryLimit
    for (let tries = 1; ; tries += 1) {
      const answer = await requestOnce(request)
      if (answer) return { ...answer, tries }
      if (performance.now() > deadline) {
        throw new Error(
          `${request.method} ${request.path} had no answer for ${retryLimit / 1000} s.`,
        )
      }
      // No random jitter: the number of tries must not change the client's later choices.
      await wait(Math.min(50 * tries, 500))
    }
  }

  return { requestUntilAnswered, requestOnce, close: () => agent.destroy() }
}

/** The sentence of an error of the API, or of the proxy before it. */
function reasonOf({ body }: Answer): string {
  return typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : ''
}

const openAgent = () => new http.Agent({ keepAlive: true, maxSockets: 1 })
