import { idParam, mostBrokenFields } from '@stockie/contracts'
import type { Request } from 'express'
import type { z } from 'zod'
import { AppError, type BrokenField, type ErrorCode } from '@/errors'

/** The body as its contract reads it, or 422 with every field that breaks a rule. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
): z.output<Schema> {
  const body: unknown = request.body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('invalid', 'The body must be a JSON object.')
  }
  return parse(schema, body, 'invalid', 'The body breaks a rule.')
}

/** The query as its contract reads it, or 400. */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
): z.output<Schema> {
  return parse(schema, request.query, 'malformed', 'The query cannot be read.')
}

/** The id in the path. What cannot be an id is the id of nothing. */
export function parseId(request: Request): number {
  const result = idParam.safeParse(request.params)
  if (!result.success) throw new AppError('not_found', 'There is no such record.')
  return result.data.id
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: ErrorCode,
  inGeneral: string,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors = brokenFields(result.error)
  throw new AppError(code, errors[0]?.message ?? inGeneral, { errors })
}

/** Two checks may say the same of a field, which is told once. */
function brokenFields(error: z.ZodError): BrokenField[] {
  const told = new Map<string, BrokenField>()
  for (const { path: keys, message } of error.issues) {
    const path = keys.map(String).join('.')
    told.set(`${path} ${message}`, { path, message })
    if (told.size === mostBrokenFields) break
  }
  return [...told.values()]
}
