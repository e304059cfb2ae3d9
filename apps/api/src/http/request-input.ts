import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  idempotencyKey,
  idempotencyKeyHeader,
  ifMatchHeader,
  idParam,
  maxReportedErrors,
} from '@stockie/contracts'
import express from 'express'
import type { z } from 'zod'
import { AppError, type BrokenField, invalidFields, noSuchRecord } from '#src/errors'
import type { ApiRequest } from './api-router'

/** Leaves ample room for a sale of 1,000 lines and for a bulk request with 10,000 ids. */
export const maxBodyBytes = 512 * 1024

/** Rejects compressed bodies: a few hundred bytes could inflate to the limit. No known client sends them. */
const parseJson = express.json({
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
    parseJson(request, response, (error?: unknown) => {
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

/** Reads a body of one of these content types as it is. */
export async function readBytes(
  request: IncomingMessage,
  limit: number,
  types: readonly string[],
): Promise<Buffer> {
  const {
    'content-type': type,
    'content-length': length,
    'content-encoding': encoding,
  } = request.headers
  const isKnown = types.includes(type?.split(';')[0]?.trim().toLowerCase() ?? '')
  if (!isKnown || encoding !== undefined) {
    throw new AppError('unsupported_type', `The body must be one of ${types.join(', ')}.`)
  }
  if (Number(length) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let received = 0
  // By default, an error in the loop destroys the request. Then the server neither reads the rest nor closes the
  // connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    received += chunk.length
    if (received > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
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

/** Parses the body with its contract, or throws 422 with every invalid field. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  { body }: { body?: unknown },
): z.output<Schema> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('invalid', 'The body must be a JSON object.')
  }
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw invalidFields(brokenFields(result.error))
}

/** Parses the query with its contract, or throws 400 with a detail that names the parameter. */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  { query }: Pick<ApiRequest, 'query'>,
): z.output<Schema> {
  const result = schema.safeParse(query)
  if (result.success) return result.data
  const errors = brokenFields(result.error).map(({ path, message }) =>
    Array.isArray(query[path])
      ? { path, message: `${path} may be given only once` }
      : { path, message },
  )
  throw new AppError('malformed', withParameterName(errors[0]) ?? 'The query cannot be read.', {
    errors,
  })
}

/** The id in the path. A text that cannot be an id matches no record, so it throws 404. */
export function parseId({ params }: Pick<ApiRequest, 'params'>, recordName?: string): number {
  const result = idParam.safeParse(params)
  if (!result.success) throw noSuchRecord(recordName)
  return result.data.id
}

function withParameterName(error: BrokenField | undefined): string | undefined {
  if (!error || error.message.startsWith(error.path)) return error?.message
  return `${error.path}: ${error.message}`
}

/** Two checks may report the same message for a field. It appears once. */
function brokenFields(error: z.ZodError): BrokenField[] {
  const distinct = new Map<string, BrokenField>()
  for (const { path: keys, message } of error.issues) {
    const path = keys.map(String).join('.')
    distinct.set(`${path} ${message}`, { path, message })
    if (distinct.size === maxReportedErrors) break
  }
  return [...distinct.values()]
}

const optionalKey = idempotencyKey.optional()
const header = idempotencyKeyHeader.toLowerCase()

/** The request's Idempotency-Key, if there is one. Throws 400 if it is invalid. */
export function readIdempotencyKey({ headers }: IncomingMessage): string | undefined {
  const result = optionalKey.safeParse(headers[header])
  if (result.success) return result.data
  const message = result.error.issues[0]?.message ?? 'The Idempotency-Key cannot be read.'
  throw new AppError('malformed', message, { errors: [{ path: idempotencyKeyHeader, message }] })
}

/** The version that a PUT expects the record to have, if it names one. Throws 400 if it cannot be one. */
export function readIfMatch({ request }: Pick<ApiRequest, 'request'>): number | undefined {
  const text = request.headers['if-match']
  if (text === undefined || text === '*') return undefined
  const version = /^"([1-9]\d{0,8})"$/.exec(text)?.[1]
  if (version !== undefined) return Number(version)
  const message = 'If-Match must be a version in quotes, such as "3"'
  throw new AppError('malformed', message, { errors: [{ path: ifMatchHeader, message }] })
}
