import { idParam } from '@stockie/contracts'
import type { z } from 'zod'
import { body } from './body'
import type { Describe } from './describe'
import { json } from './json'
import { problems } from './problem-responses'
import { capitalized, typeName, type Words } from './words'

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
