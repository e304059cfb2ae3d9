import type { Pool } from 'pg'
import { connect } from '#src/database/pool/connect'
import type { ListQuery } from '#src/database/sql/list-query'

export type PlanNode = {
  type: string
  table: string | undefined
  rows: number
  loops: number
  /** Rows that were read or joined, but did not meet the condition. */
  dropped: number
}

export type RawNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: RawNode[]
}

/** Returns every node of a plan that ran at least once. */
export function executedNodes(node: RawNode): PlanNode[] {
  const { 'Node Type': type, 'Relation Name': table, Plans = [] } = node
  const self = {
    type,
    table,
    rows: node['Actual Rows'],
    loops: node['Actual Loops'],
    dropped: (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0),
  }
  return [self, ...Plans.flatMap(executedNodes)].filter(({ loops }) => loops > 0)
}

/** Runs a query under `explain analyze` and returns the plan's nodes that ran. */
export async function explainAnalyze(
  pool: Pool,
  { text, values = [] }: Pick<ListQuery, 'text' | 'values'>,
): Promise<PlanNode[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, format json) ${text}`,
    values,
  )
  return rows.flatMap((row) => {
    const [{ Plan }]: [{ Plan: RawNode }] = JSON.parse(row['QUERY PLAN'])
    return executedNodes(Plan)
  })
}

/** Autovacuum might update the statistics during a test and change the plans. */
export async function stopAutovacuum(pool: Pool): Promise<void> {
  await pool.query(`
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('alter table %I set (autovacuum_enabled = false)', name);
      end loop;
    end $$`)
}

type LoggedPlan = { 'Query Text': string; Plan: RawNode }
type PlanCacheMode = 'force_custom_plan' | 'force_generic_plan'

export type ExecutedStatement = { text: string; nodes: PlanNode[] }

/**
 * Opens a connection that logs the plan of every statement, including those of triggers. A generic plan is
 * what PostgreSQL may use for a named statement from its sixth execution on.
 */
export async function watchPlans(url: string, planCacheMode: PlanCacheMode) {
  const { pool, close } = connect(url, { max: 1 })
  const statements: ExecutedStatement[] = []
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const [, plan] = message.split(/^duration: .* plan:\n/)
      if (plan === undefined) return
      const logged: LoggedPlan = JSON.parse(plan)
      statements.push({ text: logged['Query Text'], nodes: executedNodes(logged.Plan) })
    })
  })
  await pool.query(`
    load 'auto_explain';
    set plan_cache_mode = ${planCacheMode};
    set auto_explain.log_level = notice;
    set auto_explain.log_format = json;
    set auto_explain.log_analyze = on;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_min_duration = 0`)

  /** Returns the statements that the work executed. */
  async function watch(work: (pool: Pool) => Promise<unknown>): Promise<ExecutedStatement[]> {
    statements.length = 0
    await work(pool)
    return [...statements]
  }

  return { watch, close }
}
