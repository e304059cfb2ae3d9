import type { z } from 'zod'

/** For the tests: what a schema refuses, as 'path: message'. */
export function listIssues(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? []
  return issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
}
