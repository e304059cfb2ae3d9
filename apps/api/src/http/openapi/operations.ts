import {
  bulkDeleteAnswer,
  deletedSinceHeader,
  deletionBatch,
  idempotencyKey,
  idempotencyKeyHeader,
  idParam,
  idsInput,
  ifMatchHeader,
  restoreAnswer,
  restoreInput,
  stockBeyondLimits,
  seenHeader,
  totalCountHeader,
} from '@stockie/contracts'
import { z } from 'zod'
import type { Describe } from './document'
import { conditionalHeaders, etag, seen, totalCount } from './list-headers'
import {
  alternativeBodies,
  body,
  capitalized,
  json,
  problems,
  typeName,
  type Words,
} from './responses'

type Creation = {
  path: string
  /** The id of the record that the new one belongs to, which may not exist. */
  params?: z.ZodObject
  words: Words
  description?: string | undefined
  input: z.ZodType
  row: z.ZodType
}

/** The header of a PUT that must not overwrite another user's change. */
export const versionHeaders = z.object({
  [ifMatchHeader]: z
    .string()
    .regex(/^(\*|"[1-9]\d{0,8}")$/)
    .optional()
    .meta({
      description:
        'The `version` that the edit began with, in quotes: `"3"`. If the record has another one meanwhile, nothing changes and the answer is 412 with the record as it is. Of a record that was deleted meanwhile, 404 names who deleted it',
      example: '*',
    }),
})

/** The headers of a PUT of a record. */
const editHeaders = versionHeaders.extend({
  [idempotencyKeyHeader]: idempotencyKey.optional().meta({
    description:
      'For products: a key that you choose for each edit. Repeating the edit with the same key and `baseStock` moves the stock only once',
    example: '5f6b2c1e-7f0a-4b6e-9a43-2c8f6f0d1b7e',
  }),
})

export const idempotencyHeaders = z.object({ [idempotencyKeyHeader]: idempotencyKey.optional() })

const deletedSince = {
  description:
    '`true` if this repeats an earlier request whose record was deleted since. Absent otherwise.',
  required: false,
  schema: { type: 'string', example: 'true' },
} as const

/** POST of a new record or document. */
export function describeCreation(creation: Creation): Describe {
  const { path, params, words, description, input, row } = creation
  return (registry) => {
    registry.registerPath({
      method: 'post',
      path,
      operationId: `create${typeName(words.singular)}`,
      summary: `Add ${words.withArticle}`,
      ...(description && { description }),
      tags: [capitalized(words.plural)],
      request: {
        ...(params && { params }),
        ...body(`The new ${words.singular}.`, input),
        headers: idempotencyHeaders,
      },
      responses: {
        201: {
          ...json(`The recorded ${words.singular}.`, row),
          headers: { [deletedSinceHeader]: deletedSince },
        },
        ...problems(400, 401, 403, ...(params ? ([404] as const) : []), 409, 413, 415, 422),
      },
    })
  }
}

/** The resources whose records have a day, which closed books can refuse to change. */
const dated = new Set(['/sales', '/purchases', '/returns', '/expenses'])

const closedBooks = (path: string) => dated.has(path) && problems(409)

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
      operationId: `update${typeName(words.singular)}`,
      summary: `Change ${words.withArticle}`,
      description: [
        'Replaces the whole record. Optional fields that are missing become null.',
        description,
      ]
        .filter(Boolean)
        .join(' '),
      tags: [capitalized(words.plural)],
      request: {
        params: idParam,
        headers: editHeaders,
        ...body(`The whole ${words.singular}.`, input),
      },
      responses: {
        200: json(`The changed ${words.singular}.`, row),
        ...problems(400, 401, 403, 404, 412, 413, 415, 422),
        ...closedBooks(path),
      },
    })
  }
}

type Removal = {
  path: string
  words: Words
  /** Whether deleting or restoring changes a stock, which may then exceed its limits. */
  movesStock?: boolean
  /** The effects of a restore beyond those of other resources. */
  restoreNote?: string | undefined
}

/** Deletes one, deletes many and restores. The same for all eight resources. */
export function describeRemoval({
  path,
  words,
  movesStock = false,
  restoreNote,
}: Removal): Describe {
  const { withArticle, singular, plural } = words
  const tags = [capitalized(plural)]
  const refusals = { ...problems(400, 401, 403, 413, 415, 422, 429), ...closedBooks(path) }
  const limit = movesStock
    ? ` Answers 422 if a stock would exceed its limits: ${stockBeyondLimits}`
    : ''

  return (registry) => {
    registry.registerPath({
      method: 'delete',
      path: `${path}/{id}`,
      operationId: `delete${typeName(singular)}`,
      summary: `Delete ${withArticle}`,
      description: `Removes it from all lists and totals. It can be restored.${limit}`,
      tags,
      request: { params: idParam },
      responses: {
        204: { description: 'Deleted.' },
        ...problems(400, 401, 403, 404, 429),
        ...(movesStock && problems(422)),
        ...closedBooks(path),
      },
    })
    registry.registerPath({
      method: 'delete',
      path: `${path}/bulk`,
      operationId: `delete${typeName(plural)}`,
      summary: `Delete several ${plural}`,
      description: `Deletes all of them or none. Skips ids that are unknown or already deleted.${limit}`,
      tags,
      request: body(`The ids of the ${plural}.`, idsInput),
      responses: {
        200: json('The number of deleted records, and their batch.', bulkDeleteAnswer),
        ...refusals,
      },
    })
    registry.registerPath({
      method: 'post',
      path: `${path}/restore`,
      operationId: `restore${typeName(plural)}`,
      summary: `Restore deleted ${plural}`,
      description: `Restores all of them or none, exactly as they were. Skips ids that are unknown or not deleted. A batch restores what one bulk delete deleted, without the ${plural} that were restored since. An unknown batch restores nothing.${limit}${restoreNote ? ` ${restoreNote}` : ''}`,
      tags,
      request: alternativeBodies(`The ids of the ${plural}, or a batch.`, restoreInput, {
        ids: idsInput,
        batch: z.object({ batch: deletionBatch }),
      }),
      responses: { 200: json('The number of restored records.', restoreAnswer), ...refusals },
    })
  }
}

type GetOperation = {
  path: string
  operationId: string
  tag: string
  summary: string
  description?: string | undefined
  params?: z.ZodObject | undefined
  query: z.ZodObject
  answer: z.ZodType
  /** For what no revision counts: sessions, and audits of what bypassed the revisions. */
  withoutEtag?: boolean | undefined
}

/** A GET with an ETag: answers 200, or 304 if the caller's copy is still current. */
export function describeGet(operation: GetOperation): Describe {
  const { path, operationId, tag, summary, description, params, query, answer, withoutEtag } =
    operation
  const isPaged = 'page' in query.shape
  const headers = {
    ...(!withoutEtag && { ETag: etag, [seenHeader]: seen }),
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
      request: {
        query,
        ...(!withoutEtag && { headers: conditionalHeaders }),
        ...(params && { params }),
      },
      responses: {
        200: { ...json(isPaged ? 'One page.' : 'The whole result.', answer), headers },
        ...(!withoutEtag && {
          304: {
            description: 'The copy of the caller is still current.',
            headers: { ETag: etag, [seenHeader]: seen },
          },
        }),
        ...problems(400, 401, 403),
        ...(params && problems(404)),
      },
    })
  }
}
