import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'

import { endSession, readToken } from '@/lib/session/session-store'

import { ApiError, unreachableError } from './api-client'
import { forgetPosition } from './seen-position'

interface FileUpload {
  bytes: ArrayBuffer
  /** A retry with the same key stores the file once. */
  idempotencyKey: string
  signal: AbortSignal
  /** Called with the part that is sent, from 0 to 1. */
  onProgress: (sent: number) => void
}

/**
 * Sends a file and returns the answer or throws an ApiError. Unlike fetch, XMLHttpRequest says how much is sent.
 * It is not in api-client.ts, because the login page does not need it.
 */
export function uploadFile<Answer>(path: string, upload: FileUpload): Promise<Answer> {
  const { bytes, idempotencyKey, signal, onProgress } = upload
  const token = readToken()
  const xhr = new XMLHttpRequest()

  const sending = new Promise<Answer>((resolve, reject) => {
    const cancel = () => xhr.abort()

    function finish() {
      signal.removeEventListener('abort', cancel)
      const { status } = xhr
      if (status === 401 && token !== null) endSession(token)
      const answer = parseJson(xhr.responseText)
      if (status >= 200 && status < 300 && answer !== undefined) resolve(answer as Answer)
      else if (status < 300) reject(unreachableError(undefined))
      else reject(toApiError(status, answer, xhr.getResponseHeader('Retry-After')))
    }

    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    })
    xhr.addEventListener('load', finish)
    xhr.addEventListener('error', () => reject(unreachableError(undefined)))
    xhr.addEventListener('abort', () => reject(signal.reason))
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', cancel)
    xhr.open('POST', apiRoot + path)
    xhr.setRequestHeader('Content-Type', 'application/octet-stream')
    xhr.setRequestHeader(idempotencyKeyHeader, idempotencyKey)
    if (token !== null) xhr.setRequestHeader('Authorization', `Bearer ${token}`)
    xhr.send(bytes)
  })
  return sending.finally(forgetPosition)
}

/** Undefined if it is from a proxy instead of Stockie. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toApiError(status: number, answer: unknown, retryAfter: string | null) {
  const problem = typeof answer === 'object' && answer !== null ? answer : {}
  const seconds = retryAfter === null ? undefined : Number(retryAfter)
  return new ApiError(status, { ...problem, ...(seconds && { retryAfter: seconds }) })
}

/** The file is larger than the API or a proxy accepts. */
export function isTooLarge(error: unknown) {
  return error instanceof ApiError && error.status === 413
}
