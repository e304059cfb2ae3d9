import { z } from 'zod'
import { describeCreation } from './describe-creation'
import { describeReading } from './describe-reading'
import { describeRemoval } from './describe-removal'
import type { Describe } from './describe'
import { capitalized, typeName, type Words } from './words'

type Resource = { path: string; input: z.ZodType; row: z.ZodType; query: z.ZodObject }

/** Every call of sales or purchases, which are never changed once they are recorded. */
export function describeDocuments(
  { path: name, input, row, query }: Resource,
  words: Words,
  description: string,
): Describe {
  const path = `/${name}`

  return (registry) => {
    const document = row.meta({ id: typeName(words.one) })
    const draft = input.meta({ id: `${typeName(words.one)}Input` })

    describeReading({
      path,
      operationId: `list${typeName(words.many)}`,
      tag: capitalized(words.many),
      summary: `List the ${words.many} of a range of days, with their lines`,
      description: 'Newest first.',
      query,
      answer: z.array(document),
    })(registry)
    describeCreation({ path, words, description, input: draft, row: document })(registry)
    describeRemoval({ path, words, movesStock: true })(registry)
  }
}
