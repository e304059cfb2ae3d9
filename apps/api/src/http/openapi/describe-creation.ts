import { deletedSinceHeader, idempotencyKey, idempotencyKeyHeader } from '@stockie/contracts'
import { z } from 'zod'
import { body } from './body'
import type { Describe } from './describe'
import { json } from './json'
import { problems } from './problem-responses'
import { capitalized, typeName, type Words } from './words'

type Creation = {
  path: string
  words: Words
  description?: string | undefined
  input: z.ZodType
  row: z.ZodType
}

const headers = z.object({ [idempotencyKeyHeader]: idempotencyKey.optional() })

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
        headers,
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
