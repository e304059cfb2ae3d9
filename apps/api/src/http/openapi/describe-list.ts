import { totalCountHeader } from '@stockie/contracts'
import { z } from 'zod'
import type { Describe } from './document'
import { json } from './json'
import { problems } from './problem-responses'

type List = {
  path: string
  operationId: string
  tag: string
  summary: string
  description?: string | undefined
  params?: z.ZodObject
  query: z.ZodObject
  row: z.ZodType
}

const revision = 'W/"p3Xw0aQe-6434a8b1c2d3e-5-4001-17"'

const etag = {
  description: 'The revision of what was answered.',
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

/** A list that is read by revision: 200 with its ETag, or 304 where the caller has it still. */
export function describeList(list: List): Describe {
  const { path, operationId, tag, summary, description, params, query, row } = list
  const isPaged = 'page' in query.shape
  const mayBeMalformed = params !== undefined || Object.keys(query.shape).length > 0

  return (registry) => {
    registry.registerPath({
      method: 'get',
      path,
      operationId,
      summary,
      ...(description && { description }),
      tags: [tag],
      request: { query, headers: known, ...(params && { params }) },
      responses: {
        200: {
          ...json(isPaged ? 'One page of the list.' : 'The whole list.', z.array(row)),
          headers: { ETag: etag, ...(isPaged && { [totalCountHeader]: totalCount }) },
        },
        304: { description: 'The caller has the list still.', headers: { ETag: etag } },
        ...problems(401, 403),
        ...(mayBeMalformed && problems(400)),
        ...(params && problems(404)),
      },
    })
  }
}
