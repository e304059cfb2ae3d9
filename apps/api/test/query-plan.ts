import type { Pool } from 'pg'
import type { ListQuery } from '@/database/read-list'

export type PlanNode = { type: string; table: string | undefined; rows: number; loops: number }

type RawNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: RawNode[]
}

/** What PostgreSQL really did to answer a query: every node of its plan that ran. */
export async function runPlan(
  pool: Pool,
  { text, values = [] }: Pick<ListQuery, 'text' | 'values'>,
): Promise<PlanNode[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: RawNode }] }>(
    `explain (analyze, format json) ${text}`,
    values,
  )
  return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan)).filter(({ loops }) => loops > 0)
}

function nodesOf(node: RawNode): PlanNode[] {
  const { 'Node Type': type, 'Relation Name': table, Plans = [] } = node
  const self = { type, table, rows: node['Actual Rows'], loops: node['Actual Loops'] }
  return [self, ...Plans.flatMap(nodesOf)]
}
