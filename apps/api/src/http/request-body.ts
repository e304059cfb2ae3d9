import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import { AppError } from '#src/errors'

/** Leaves ample room for a sale of 1,000 lines and for a bulk request with 10,000 ids. */
export const maxBodyBytes = 512 * 1024

/** Rejects compressed bodies: a few hundred bytes could inflate to the limit. No known client sends them. */
const parse = express.json({
  limit: maxBodyBytes,
  strict: false,
  inflate: false,
  verify: assertUtf8,
})

/** Parses the request's JSON body. Resolves to undefined if there is no body. */
export function readJson(
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
  limit: number,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // The parser enforces its own limit too, but only after it has received the whole body.
    if (Number(request.headers['content-length']) > limit) return reject(tooLarge())
    let received = 0
    const count = (chunk: Buffer) => {
      received += chunk.length
      if (received > limit) reject(tooLarge())
    }
    const isChunked = request.headers['transfer-encoding'] !== undefined
    parse(request, response, (error?: unknown) => {
      request.off('data', count)
      const { body } = request
      if (error) reject(toBodyError(error))
      else if (body === undefined && hasBody(request)) reject(notJson())
      else resolve(body)
    })
    // After the parser, because a data listener starts the stream.
    if (isChunked && request.listenerCount('data') > 0) request.on('data', count)
  })
}

/** The parser would also accept UTF-7, UTF-16 and UTF-32. */
function assertUtf8(_request: unknown, _response: unknown, _body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw unsupportedEncoding()
}

/** Translates the parser's errors about the body. Passes other errors on. */
function toBodyError(error: unknown): unknown {
  if (!(error instanceof Error) || !('status' in error)) return error
  if (error.status === 415) return unsupportedEncoding()
  const isInvalidJson = 'type' in error && error.type === 'entity.parse.failed'
  return isInvalidJson ? new AppError('malformed', 'The body is not valid JSON.') : error
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function unsupportedEncoding(): AppError {
  return new AppError('unsupported_type', 'The body must be JSON in UTF-8, and not compressed.')
}

function tooLarge(): AppError {
  return new AppError('too_large', 'The body is too large.')
}

/** The parser ignores a body with another content type. */
function notJson(): AppError {
  return new AppError('unsupported_type', 'The body must be JSON: application/json.')
}
