import type { z } from 'zod'
import type { ListQuery } from '@/database/read-list'
import { parseQuery } from './parse-request'
import type { Read } from './reads'

/** The list of one of the eight resources. */
export function listOf<Query extends z.ZodType>(
  { path, query }: { path: string; query: Query },
  { list }: { list: (query: z.output<Query>) => ListQuery },
): Read {
  return { path, list: (asked) => list(parseQuery(query, asked)) }
}
