import type { z } from 'zod'

/** A body or an answer of JSON, as the document says it. */
export function json<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}
