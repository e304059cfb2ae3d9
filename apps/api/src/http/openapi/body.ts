import type { z } from 'zod'
import { json } from './json'

/** The body that a request must have. */
export function body<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { body: { required: true, ...json(description, schema) } }
}
