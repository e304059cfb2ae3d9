import {
  apiRoot,
  deletedSinceHeader,
  idempotencyKeyHeader,
  totalCountHeader,
  type Problem,
} from '@stockie/contracts'

import { ApiError, unreachableError } from './api-error'
import { etagOf, noteEtag } from './etags'
import { endSession } from '@/lib/session/session-store'
import { readToken } from '@/lib/session/token'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Options {
  body?: unknown
  signal?: AbortSignal
  /** The same one again makes nothing new. */
  idempotencyKey?: string
  /** Which answer one has still. */
  etag?: string | undefined
  /** It is sent to its end also when the page goes. */
  keepalive?: true
}

export interface Page<Row> {
  rows: Row[]
  /** How many rows there are on all pages. */
  total: number
}

export const loginPath = '/auth/login'

/** One call to the API: its answer, or an ApiError. Nothing else in the browser calls fetch. */
export async function request<Answer>(method: Method, path: string, options: Options = {}) {
  const response = await call(method, path, options)
  return (response.status === 204 ? undefined : await readAnswer(response)) as Answer
}

/** What may be `known` already, which then is the answer again: the very same, and nothing is sent. */
export async function requestList<Answer>(
  path: string,
  { known, signal }: { known: Answer | undefined; signal: AbortSignal },
): Promise<Answer> {
  const response = await call('GET', path, { signal, etag: etagOf(known) })
  if (response.status === 304 && known !== undefined) return known
  const answer = (await readAnswer(response)) as Answer
  noteEtag(answer, response.headers.get('ETag'))
  return answer
}

export async function requestPage<Row>(path: string, options: Options = {}): Promise<Page<Row>> {
  const response = await call('GET', path, options)
  const rows = (await readAnswer(response)) as Row[]
  return { rows, total: Number(response.headers.get(totalCountHeader)) }
}

export interface CreatedAnswer<Row> {
  row: Row
  /** It was recorded before, and somebody has deleted it since. */
  isDeleted: boolean
}

/** After so many milliseconds it may well be sent again, which the key makes safe. */
const patience = 30_000

/** A creation that can be sent again: under the same key it makes nothing new. */
export async function requestIdempotentCreate<Row>(
  path: string,
  sent: { body: unknown; idempotencyKey: string },
): Promise<CreatedAnswer<Row>> {
  const response = await call('POST', path, { ...sent, signal: AbortSignal.timeout(patience) })
  const row = (await readAnswer(response)) as Row
  return { row, isDeleted: response.headers.has(deletedSinceHeader) }
}

/**
 * The end of a session that this browser has left already. Whether it comes through changes nothing
 * here; the page may be gone before the answer.
 */
export function postLogout(token: string) {
  send('POST', '/auth/logout', token, { keepalive: true }).catch(() => {})
}

/** Whether the server can be reached at all, whatever it thinks of its database. */
export function isServerAlive() {
  return fetch('/livez').then(
    (response) => response.ok,
    () => false,
  )
}

async function call(method: Method, path: string, options: Options) {
  const token = readToken()
  const response = await send(method, path, token, options)
  // A 401 to the login call judges the password that was typed, not the session.
  if (response.status === 401 && token !== null && path !== loginPath) endSession(token)
  if (!response.ok && response.status !== 304) throw await toApiError(response)
  return response
}

async function send(method: Method, path: string, token: string | null, options: Options) {
  const { body, signal, idempotencyKey, etag, keepalive } = options
  try {
    return await fetch(apiRoot + path, {
      method,
      signal,
      keepalive,
      // What was read stays in this page's own memory, and goes with whoever read it.
      cache: 'no-store',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(idempotencyKey !== undefined && { [idempotencyKeyHeader]: idempotencyKey }),
        ...(etag !== undefined && { 'If-None-Match': etag }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch (cause) {
    if (signal?.aborted && !isTimeout(signal)) throw cause
    throw unreachableError(cause)
  }
}

function isTimeout({ reason }: AbortSignal) {
  return reason instanceof DOMException && reason.name === 'TimeoutError'
}

async function readAnswer(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    // Cut off on its way, or not from Stockie at all: a proxy's page, a hotel's login.
    throw unreachableError(cause)
  }
}

async function toApiError(response: Response) {
  const problem: Partial<Problem> | undefined = await response.json().catch(() => undefined)
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(response.status, {
    detail: problem?.detail,
    errors: problem?.errors,
    retryAfter: Number.isNaN(retryAfter) ? undefined : retryAfter,
  })
}
