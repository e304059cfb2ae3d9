import type { z } from 'zod'
import { describeList } from './describe-list'
import type { Describe } from './document'
import { typeName } from './words'

type Report = { path: string; query: z.ZodObject; row: z.ZodType }

type About = {
  /** Of one row: 'stock movement'. */
  name: string
  operationId: string
  tag: string
  summary: string
  description?: string
  params?: z.ZodObject
}

/** Something that is only read, as a list. */
export function describeReport({ path, query, row }: Report, about: About): Describe {
  return (registry) => {
    const { name, ...rest } = about
    const named = row.meta({ id: typeName(name) })
    describeList({ path: `/${path}`, query, row: named, ...rest })(registry)
  }
}
