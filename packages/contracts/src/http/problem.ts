import { z } from 'zod'

/** The error codes that the API sends and the web app reads. */
export const problemCodes = [
  'malformed',
  'unauthenticated',
  'forbidden',
  'password_change_required',
  'second_factor_required',
  'second_factor_setup_required',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_type',
  'invalid',
  'too_many',
  'internal',
  'unavailable',
] as const

export type ProblemCode = (typeof problemCodes)[number]

/** Returns a code as a problem's `type`: 'not_found' is 'urn:stockie:problem:not-found'. */
export function problemType(code: ProblemCode): string {
  return `urn:stockie:problem:${code.replaceAll('_', '-')}`
}

/** Limits the answer's size: the errors of 10,000 malformed ids would be longer than the request. */
export const maxReportedErrors = 100

/** RFC 9457, served as application/problem+json. */
export const problem = z.object({
  type: z.string().meta({ example: problemType('invalid') }),
  title: z.string().meta({ example: 'Unprocessable Entity' }),
  status: z.int().meta({ example: 422 }),
  detail: z.string().meta({ example: 'Name is required' }),
  errors: z
    .array(
      z.object({
        path: z.string().meta({ description: 'Dotted', example: 'saleDetails.0.quantity' }),
        message: z.string().meta({ example: 'Name is required' }),
      }),
    )
    .max(maxReportedErrors)
    .optional()
    .meta({
      description: `Every broken field, not only the first; of more than ${maxReportedErrors}, the first ${maxReportedErrors}`,
    }),
})

export type Problem = z.output<typeof problem>
