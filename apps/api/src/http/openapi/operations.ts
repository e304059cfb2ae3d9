import {
  countAnswer,
  deletedSinceHeader,
  idempotencyKey,
  idempotencyKeyHeader,
  idParam,
  idsInput,
  stockBeyondLimits,
  totalCountHeader,
} from '@stockie/contracts'
import { z } from 'zod'
import type { Describe } from './document'
import { body, capitalized, json, problems, typeName, type Words } from './responses'

type Creation = {
  path: string
  words: Words
  description?: string | undefined
  input: z.ZodType
  row: z.ZodType
}

const idempotencyHeaders = z.object({ [idempotencyKeyHeader]: idempotencyKey.optional() })

const deletedSince = {
  description: 'There where the same was recorded before, and deleted since.',
  required: false,
  schema: { type: 'string', example: 'true' },
} as const

/** POST of a new record or document. */
export function describeCreation(creation: Creation): Describe {
  const { path, words, description, input, row } = creation
  return (registry) => {
    registry.registerPath({
      method: 'post',
      path,
      operationId: `create${typeName(words.one)}`,
      summary: `Add ${words.a}`,
      ...(description && { description }),
      tags: [capitalized(words.many)],
      request: {
        ...body(`The new ${words.one}.`, input),
        headers: idempotencyHeaders,
      },
      responses: {
        201: {
          ...json(`The ${words.one} as it was recorded.`, row),
          headers: { [deletedSinceHeader]: deletedSince },
        },
        ...problems(400, 401, 403, 409, 413, 415, 422),
      },
    })
  }
}

type Update = {
  path: string
  words: Words
  description?: string | undefined
  input: z.ZodType
  row: z.ZodType
}

/** PUT of a whole record. */
export function describeUpdate({ path, words, description, input, row }: Update): Describe {
  return (registry) => {
    registry.registerPath({
      method: 'put',
      path: `${path}/{id}`,
      operationId: `update${typeName(words.one)}`,
      summary: `Change ${words.a}`,
      description: ['Replaces the whole record: what is left out is emptied.', description]
        .filter(Boolean)
        .join(' '),
      tags: [capitalized(words.many)],
      request: {
        params: idParam,
        ...body(`All of the ${words.one}.`, input),
      },
      responses: {
        200: json(`The ${words.one} as it is now.`, row),
        ...problems(400, 401, 403, 404, 413, 415, 422),
      },
    })
  }
}

type Removal = {
  path: string
  words: Words
  /** Whether deleting gives stock back, or takes it, which can go beyond what a stock may be. */
  movesStock?: boolean
}

/** Deleting one, deleting many and bringing back: the same for all eight resources. */
export function describeRemoval({ path, words, movesStock = false }: Removal): Describe {
  const { a, one, many } = words
  const tags = [capitalized(many)]
  const ids = body(`Which ${many}.`, idsInput)
  const refusals = problems(400, 401, 403, 413, 415, 422)
  const limit = movesStock ? ` Or 422: ${stockBeyondLimits}` : ''

  return (registry) => {
    registry.registerPath({
      method: 'delete',
      path: `${path}/{id}`,
      operationId: `delete${typeName(one)}`,
      summary: `Delete ${a}`,
      description: `It leaves every list and sum, and can be restored.${limit}`,
      tags,
      request: { params: idParam },
      responses: {
        204: { description: 'Deleted.' },
        ...problems(400, 401, 403, 404),
        ...(movesStock && problems(422)),
      },
    })
    registry.registerPath({
      method: 'delete',
      path: `${path}/bulk`,
      operationId: `delete${typeName(many)}`,
      summary: `Delete many ${many} at once`,
      description: `All or nothing. Unknown ids, and those that are deleted already, are skipped.${limit}`,
      tags,
      request: ids,
      responses: { 200: json('How many were deleted.', countAnswer), ...refusals },
    })
    registry.registerPath({
      method: 'post',
      path: `${path}/restore`,
      operationId: `restore${typeName(many)}`,
      summary: `Bring deleted ${many} back exactly as they were`,
      description: `All or nothing. Unknown ids, and those that are not deleted, are skipped.${limit}`,
      tags,
      request: ids,
      responses: { 200: json('How many were brought back.', countAnswer), ...refusals },
    })
  }
}

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
