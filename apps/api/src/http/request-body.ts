import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  idempotencyKey,
  idempotencyKeyHeader,
  idParam,
  maxReportedErrors,
} from '@stockie/contracts'
import express from 'express'
import type { z } from 'zod'
import { AppError, type BrokenField } from '#src/errors'
import type { ApiRequest } from './endpoint'

/** A sale of 1,000 lines and a bulk of 10,000 ids fit well. */
export const maxBodyBytes = 512 * 1024

/** What is compressed is not read: a few hundred bytes may unpack to whatever the limit is. Nobody whom we know compresses. */
const parse = express.json({
  limit: maxBodyBytes,
  strict: false,
  inflate: false,
  verify: mustBeUtf8,
})

/** The JSON that a request brings, or what is wrong with it; undefined where it brings nothing. */
export function readJson(
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
  limit: number,
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

/** The body as its contract reads it, or 422 with every field that breaks a rule. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  { body }: { body?: unknown },
): z.output<Schema> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('invalid', 'The body must be a JSON object.')
  }
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const errors = brokenFields(result.error)
  throw new AppError('invalid', errors[0]?.message ?? 'The body breaks a rule.', { errors })
}

/** The query as its contract reads it, or 400 with a detail that names the parameter. */
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
  throw new AppError('malformed', namingPath(errors[0]) ?? 'The query cannot be read.', { errors })
}

/** The id in the path. What cannot be an id is the id of nothing. */
export function parseId({ params }: Pick<ApiRequest, 'params'>, one = 'record'): number {
  const result = idParam.safeParse(params)
  if (!result.success) throw new AppError('not_found', `There is no such ${one}.`)
  return result.data.id
}

function namingPath(error: BrokenField | undefined): string | undefined {
  if (!error || error.message.startsWith(error.path)) return error?.message
  return `${error.path}: ${error.message}`
}

/** Two checks may say the same of a field, which is told once. */
function brokenFields(error: z.ZodError): BrokenField[] {
  const told = new Map<string, BrokenField>()
  for (const { path: keys, message } of error.issues) {
    const path = keys.map(String).join('.')
    told.set(`${path} ${message}`, { path, message })
    if (told.size === maxReportedErrors) break
  }
  return [...told.values()]
}

const optionalKey = idempotencyKey.optional()
const header = idempotencyKeyHeader.toLowerCase()

/** The caller's Idempotency-Key, undefined where there is none, or 400. */
export function readIdempotencyKey({ headers }: IncomingMessage): string | undefined {
  const result = optionalKey.safeParse(headers[header])
  if (result.success) return result.data
  const message = result.error.issues[0]?.message ?? 'The Idempotency-Key cannot be read.'
  throw new AppError('malformed', message, { errors: [{ path: idempotencyKeyHeader, message }] })
}
