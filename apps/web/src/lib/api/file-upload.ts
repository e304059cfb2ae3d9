import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'

import { endSession, readToken } from '@/lib/session/session-store'

import { ApiError, toApiError, unreachableError } from './api-client'

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

  return new Promise((resolve, reject) => {
    const cancel = () => xhr.abort()

    async function finish() {
      signal.removeEventListener('abort', cancel)
      const retryAfter = xhr.getResponseHeader('Retry-After')
      const response = new Response(xhr.responseText || null, {
        status: xhr.status,
        headers: retryAfter === null ? {} : { 'Retry-After': retryAfter },
      })
      if (response.status === 401 && token !== null) endSession(token)
      if (!response.ok) throw await toApiError(response)
      return (await response.json().catch((cause: unknown) => {
        throw unreachableError(cause)
      })) as Answer
    }

    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    })
    xhr.addEventListener('load', () => void finish().then(resolve, reject))
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
}

/** The file is larger than the API or a proxy accepts. */
export function isTooLarge(error: unknown) {
  return error instanceof ApiError && error.status === 413
}
