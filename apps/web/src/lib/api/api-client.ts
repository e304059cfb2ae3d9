import {
  apiRoot,
  type ConflictDetails,
  idempotencyKeyHeader,
  ifMatchHeader,
  type Problem,
  seenHeader,
  unattendedHeader,
} from '@stockie/contracts'

import { isUnattended } from '@/lib/session/attendance'
import { endSession, readToken } from '@/lib/session/session-store'
import { notePosition, seenPosition } from './seen-position'

type Details = Partial<Problem> & {
  retryAfter?: number
  cause?: unknown
}

/** The API refused or failed to handle a request, or it did not answer. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** 0 if no answer arrived. */
  readonly status: number
  /** Undefined if the answer was no problem of the API. */
  readonly type: string | undefined
  /** The fields that the API refused, each with its message. */
  readonly errors: NonNullable<Problem['errors']>
  /** Seconds to wait before a retry, with a 429 or a 503. */
  readonly retryAfter: number | undefined
  /** The change by another user because of which the API refused the request. */
  readonly conflict: ConflictDetails

  constructor(
    status: number,
    { type, detail, errors = [], retryAfter, cause, ...conflict }: Details = {},
  ) {
    super(detail ?? 'Something went wrong. Please try again.', { cause })
    this.status = status
    this.type = type
    this.errors = errors
    this.retryAfter = retryAfter
    this.conflict = conflict
  }
}

export function unreachableError(cause: unknown) {
  return new ApiError(0, {
    detail: 'Stockie cannot be reached. Please check your connection and try again.',
    cause,
  })
}

/** A retry may succeed in a moment: the API did not answer, or it was unavailable. */
export function isTransient(error: unknown) {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status)
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface RequestOptions {
  body?: unknown
  signal?: AbortSignal
  /** A second request with the same key creates nothing new. */
  idempotencyKey?: string
  /** The API refuses the request if the record has another version. */
  version?: number | undefined
  /** ETag of the answer that the caller has cached. */
  etag?: string | undefined
  /** The browser finishes the request even if the page is closed. */
  keepalive?: true
}

export const loginPath = '/auth/login'

/**
 * Sends one request and returns its answer or throws an ApiError. No other code in the browser
 * calls fetch.
 */
export async function request<Answer>(method: Method, path: string, options: RequestOptions = {}) {
  const response = await call(method, path, options)
  return (response.status === 204 ? undefined : await readAnswer(response)) as Answer
}

/** Returns the `cached` answer, the same object, if the API answers 304 to its ETag. */
export async function requestList<Answer>(
  path: string,
  { cached, signal }: { cached: Answer | undefined; signal: AbortSignal },
): Promise<Answer> {
  const response = await call('GET', path, { signal, etag: getEtag(cached) })
  if (response.status === 304 && cached !== undefined) return cached
  const answer = (await readAnswer(response)) as Answer
  storeEtag(answer, response.headers.get('ETag'))
  return answer
}

/** The WeakMap drops an ETag with its answer, so no request sends one whose answer is gone. */
const etags = new WeakMap<object, string>()

export function getEtag(answer: unknown) {
  return isObject(answer) ? etags.get(answer) : undefined
}

export function storeEtag(answer: unknown, etag: string | null | undefined) {
  if (isObject(answer) && etag) etags.set(answer, etag)
}

function isObject(answer: unknown) {
  return typeof answer === 'object' && answer !== null
}

/**
 * Ends a session on the server that this browser has already left. A failure changes nothing here,
 * and the page may close before the answer.
 */
export function postLogout(token: string) {
  send('POST', '/auth/logout', token, { keepalive: true }).catch(() => {})
}

/** Checks that the server serves its files, even if its database does not respond. A starting server does not. */
export function isServerAlive() {
  return fetch('/').then(
    (response) => response.ok,
    () => false,
  )
}

/** Returns the response itself, for its headers or for a file. Throws an ApiError if the API refuses the request. */
export async function call(method: Method, path: string, options: RequestOptions) {
  const token = readToken()
  const response = await send(method, path, token, options)
  // A 401 to the login call judges the password that was typed, not the session.
  if (response.status === 401 && token !== null && path !== loginPath) endSession(token)
  if (!response.ok && response.status !== 304) throw await toApiError(response)
  return response
}

async function send(method: Method, path: string, token: string | null, options: RequestOptions) {
  const { body, signal, idempotencyKey, version, etag, keepalive } = options
  try {
    const answer = fetch(apiRoot + path, {
      method,
      signal,
      keepalive,
      // Answers stay in this page's memory only, so they disappear with the session.
      cache: 'no-store',
      // With our Referrer-Policy, Firefox hides the origin, and the API refuses such a sign-in over plain HTTP.
      referrerPolicy: 'same-origin',
      headers: {
        'Content-Type': body instanceof Blob ? body.type : 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(idempotencyKey !== undefined && { [idempotencyKeyHeader]: idempotencyKey }),
        ...(version !== undefined && { [ifMatchHeader]: `"${version}"` }),
        ...(etag !== undefined && { 'If-None-Match': etag }),
        ...(isUnattended() && { [unattendedHeader]: '1' }),
        ...(seenPosition() && { [seenHeader]: seenPosition() }),
      },
      body: body instanceof Blob ? body : JSON.stringify(body),
    })
    return await notePosition(method, answer)
  } catch (cause) {
    if (signal?.aborted && !isTimeout(signal)) throw cause
    throw unreachableError(cause)
  }
}

function isTimeout({ reason }: AbortSignal) {
  return reason instanceof DOMException && reason.name === 'TimeoutError'
}

export async function readAnswer(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    // The answer was cut off, or it is not from Stockie: a proxy's page or a hotel's login.
    throw unreachableError(cause)
  }
}

async function toApiError(response: Response) {
  const problem: Partial<Problem> | undefined = await response.json().catch(() => undefined)
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(response.status, {
    ...problem,
    retryAfter: Number.isNaN(retryAfter) ? undefined : retryAfter,
  })
}
