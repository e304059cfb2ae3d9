import type { IncomingMessage } from 'node:http'
import {
  idempotencyKey,
  idempotencyKeyHeader,
  idParam,
  maxReportedErrors,
} from '@stockie/contracts'
import type { z } from 'zod'
import { AppError, type BrokenField, invalidFields, noSuchRecord } from '#src/errors'
import type { ApiRequest } from '#src/http/endpoints/endpoint'

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
