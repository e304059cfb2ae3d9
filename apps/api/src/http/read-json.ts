import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type RequestHandler } from 'express'
import { AppError } from '@/errors'

/** Bytes: a sale of 1,000 lines and a bulk of 10,000 ids fit well. */
const largest = 512 * 1024

/** What is compressed is not read: a few hundred bytes may unpack to whatever the limit is. Nobody whom we know compresses. */
const parse = express.json({ limit: largest, strict: false, inflate: false, verify: mustBeUtf8 })

/** The JSON that a request brings, or what is wrong with it; undefined where it brings nothing. */
export function readJson(
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
  limit = largest,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // The parser refuses what is beyond its own limit as well, but not before all of it has come.
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
      if (error) reject(toRefusal(error))
      else if (body === undefined && hasBody(request)) reject(notJson())
      else resolve(body)
    })
    // After the parser, since what is listened to begins to flow.
    if (isChunked && request.listenerCount('data') > 0) request.on('data', count)
  })
}

/** The same for what stands behind Express, and asks for no token. */
export function parseJsonBody(limit: number): RequestHandler {
  return async (request, response, next) => {
    await readJson(request, response, limit)
    next()
  }
}

/** The parser knows UTF-7, UTF-16 and UTF-32 too. */
function mustBeUtf8(_request: unknown, _response: unknown, _body: Buffer, letters: string): void {
  if (letters !== 'utf-8') throw notPlain()
}

/** What the parser says is wrong with a body. Whatever else failed is no matter of the body. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !('status' in error)) return error
  if (error.status === 415) return notPlain()
  const isNoJson = 'type' in error && error.type === 'entity.parse.failed'
  return isNoJson ? new AppError('malformed', 'The body is not valid JSON.') : error
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function notPlain(): AppError {
  return new AppError('unsupported_type', 'The body must be JSON in UTF-8, and not compressed.')
}

function tooLarge(): AppError {
  return new AppError('too_large', 'The body is too large.')
}

/** A body of another type is left unread by the parser. No body needs no type. */
function notJson(): AppError {
  return new AppError('unsupported_type', 'The body must be JSON: application/json.')
}
