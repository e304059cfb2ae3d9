import { z } from 'zod'
import { describeReading } from './describe-reading'
import type { Describe } from './describe'
import { typeName } from './words'

type Report = { path: string; query: z.ZodObject; row: z.ZodType }

type About = {
  /** One row of it: 'stock movement'. */
  one: string
  operationId: string
  tag: string
  summary: string
  description?: string
  params?: z.ZodObject
  isAudit?: boolean
  /** Whether one row is the whole answer. */
  isSingle?: boolean
}

/** Something that is only read. */
export function describeReport(
  { path, query, row }: Report,
  { one, isSingle, ...about }: About,
): Describe {
  return (registry) => {
    const named = row.meta({ id: typeName(one) })
    const answer = isSingle ? named : z.array(named)
    describeReading({ path: `/${path}`, query, answer, ...about })(registry)
  }
}
