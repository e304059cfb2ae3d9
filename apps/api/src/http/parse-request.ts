import type { Request } from 'express'
import type { z } from 'zod'
import { AppError, type BrokenField } from '@/errors'

/** The body as its contract reads it, or 422 with every field that breaks a rule. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
): z.output<Schema> {
  const result = schema.safeParse(request.body)
  if (result.success) return result.data
  const errors = brokenFields(result.error)
  throw new AppError('invalid', errors[0]?.message ?? 'The body breaks a rule.', { errors })
}

function brokenFields(error: z.ZodError): BrokenField[] {
  return error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
}
