import type { z } from 'zod'
import { exampleOf } from './example-of'

/** A body or an answer of JSON with an example, as the document says it. */
export function json<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema, example: exampleOf(schema) } } }
}
