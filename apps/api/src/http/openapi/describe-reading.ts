import { totalCountHeader } from '@stockie/contracts'
import { z } from 'zod'
import type { Describe } from './describe'
import { json } from './json'
import { problems } from './problem-responses'

type Reading = {
  path: string
  operationId: string
  tag: string
  summary: string
  description?: string | undefined
  params?: z.ZodObject | undefined
  query: z.ZodObject
  answer: z.ZodType
  /** Whether it is read anew every time, whatever the caller has. */
  isAudit?: boolean | undefined
}

const revision = 'W/"p3Xw0aQe-6434a8b1c2d3e-5-4001-17"'

const etag = {
  description: 'What was answered, in short: the same ETag is the same answer.',
  schema: { type: 'string', pattern: '^W/".+"$', example: revision },
} as const

const totalCount = {
  description: 'How many rows there are on all pages.',
  schema: { type: 'integer', minimum: 0, example: 1 },
} as const

const known = z.object({
  'If-None-Match': z
    .string()
    .optional()
    .meta({ description: 'The `ETag` of an earlier answer', example: revision }),
})

/** A GET that is known again: 200 with its ETag, or 304 where the caller has it still. */
export function describeReading(reading: Reading): Describe {
  const { path, operationId, tag, summary, description, params, query, answer, isAudit } = reading
  const isPaged = 'page' in query.shape
  const headers = {
    ...(!isAudit && { ETag: etag }),
    ...(isPaged && { [totalCountHeader]: totalCount }),
  }

  return (registry) => {
    registry.registerPath({
      method: 'get',
      path,
      operationId,
      summary,
      ...(description && { description }),
      tags: [tag],
      request: { query, ...(!isAudit && { headers: known }), ...(params && { params }) },
      responses: {
        200: { ...json(isPaged ? 'One page of it.' : 'All of it.', answer), headers },
        ...(!isAudit && {
          304: { description: 'The caller has it still.', headers: { ETag: etag } },
        }),
        ...problems(400, 401, 403),
        ...(params && problems(404)),
      },
    })
  }
}
