import type { Pool } from 'pg'
import type { ListQuery } from '#src/database/sql/list-reader'
import { nodesOf, type PlanNode, type RawNode } from './plan-nodes'

/** What PostgreSQL really did to answer a query: every node of its plan that ran. */
export async function runPlan(
  pool: Pool,
  { text, values = [] }: Pick<ListQuery, 'text' | 'values'>,
): Promise<PlanNode[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, format json) ${text}`,
    values,
  )
  return rows.flatMap((row) => {
    const [{ Plan }]: [{ Plan: RawNode }] = JSON.parse(row['QUERY PLAN'])
    return nodesOf(Plan)
  })
}
