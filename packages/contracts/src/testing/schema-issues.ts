import type { z } from 'zod'

/** Test helper: lists a schema's issues with a value, as 'path: message'. */
export function listIssues(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? []
  return issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
}
