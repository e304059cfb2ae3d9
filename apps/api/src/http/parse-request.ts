import { idParam, mostBrokenFields } from '@stockie/contracts'
import type { Request } from 'express'
import type { z } from 'zod'
import { AppError, type BrokenField } from '@/errors'
import type { Asked } from './front'

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
  { query }: Pick<Asked, 'query'>,
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
export function parseId({ params }: Pick<Request | Asked, 'params'>, one = 'record'): number {
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
    if (told.size === mostBrokenFields) break
  }
  return [...told.values()]
}
