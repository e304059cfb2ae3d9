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
  'deleted',
  'changed',
  'taken',
  'conflict',
  'books_closed',
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

/** What another user did meanwhile. */
const conflictDetails = {
  current: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'With 412: the record as it is now', example: { id: 1, version: 3 } }),
  changedAt: z.iso
    .datetime()
    .optional()
    .meta({ description: 'With 412: when it was changed', example: '2026-11-23T14:03:00.000Z' }),
  changedByName: z.string().nullable().optional().meta({
    description: 'With 412: the user who changed it. null for the command line',
    example: 'Mia Castellano',
  }),
  deletedAt: z.iso.datetime().optional().meta({
    description: 'With 404: when the record was deleted',
    example: '2026-11-23T14:03:00.000Z',
  }),
  deletedByName: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'With 404: the user who deleted it', example: 'Mia Castellano' }),
  takenAt: z.iso.datetime().optional().meta({
    description: 'With 409 of a parked sale: when it was resumed',
    example: '2026-11-23T14:03:00.000Z',
  }),
  takenByName: z.string().optional().meta({
    description: 'With 409 of a parked sale: the user who resumed it',
    example: 'Mia Castellano',
  }),
}

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
  ...conflictDetails,
})

export type Problem = z.output<typeof problem>

/** The members of a problem that tell about a conflict of two users. */
export type ConflictDetails = Pick<Problem, keyof typeof conflictDetails>
