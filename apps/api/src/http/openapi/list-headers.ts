import { seenHeader } from '@stockie/contracts'
import { z } from 'zod'

const revision = 'W/"p3Xw0aQe-6434a8b1c2d3e-5-4001-17"'

export const etag = {
  description: 'The version of the response. Responses with the same ETag are equal.',
  schema: { type: 'string', pattern: '^W/".+"$', example: revision },
} as const

export const totalCount = {
  description: 'The number of rows on all pages.',
  schema: { type: 'integer', minimum: 0, example: 1 },
} as const

const position = '0000000100000000016B3740'

export const seen = {
  description: 'How far the shop had come, if Stockie reads from a standby.',
  required: false,
  schema: { type: 'string', pattern: '^[0-9A-F]{24}$', example: position },
} as const

export const conditionalHeaders = z.object({
  'If-None-Match': z
    .string()
    .optional()
    .meta({ description: 'The `ETag` of an earlier response', example: revision }),
  [seenHeader]: z.string().optional().meta({
    description:
      'The highest that the caller has seen since its last write, or its last answer without the header',
    example: position,
  }),
})
