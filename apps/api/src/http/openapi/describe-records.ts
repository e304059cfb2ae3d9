import { z } from 'zod'
import { describeCreation } from './describe-creation'
import { describeReading } from './describe-reading'
import { describeRemoval } from './describe-removal'
import { describeUpdate } from './describe-update'
import type { Describe } from './describe'
import { capitalized, typeName, type Words } from './words'

type Resource = {
  path: string
  input: z.ZodType
  updateInput: z.ZodType
  row: z.ZodType
  query: z.ZodObject
}

/** What a call does beyond what all records do. */
type Notes = { list?: string; create?: string; update?: string }

/** Every call of one of the six kinds of records. */
export function describeRecords(resource: Resource, words: Words, notes: Notes = {}): Describe {
  const path = `/${resource.path}`
  const name = typeName(words.one)

  return (registry) => {
    const row = resource.row.meta({ id: name })
    const input = resource.input.meta({ id: `${name}Input` })
    const updateInput =
      resource.updateInput === resource.input
        ? input
        : resource.updateInput.meta({ id: `${name}Update` })

    describeReading({
      path,
      operationId: `list${typeName(words.many)}`,
      tag: capitalized(words.many),
      summary: `List the ${words.many}`,
      description: notes.list ?? 'In the order in which they were entered.',
      query: resource.query,
      answer: z.array(row),
    })(registry)
    describeCreation({ path, words, description: notes.create, input, row })(registry)
    describeUpdate({ path, words, description: notes.update, input: updateInput, row })(registry)
    describeRemoval({ path, words })(registry)
  }
}
