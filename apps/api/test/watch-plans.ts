import type { Pool } from 'pg'
import { connect } from '#src/database/pool/connect'
import { nodesOf, type PlanNode, type RawNode } from './plan-nodes'

type Logged = { 'Query Text': string; Plan: RawNode }
type Planning = 'force_custom_plan' | 'force_generic_plan'

export type Watched = { text: string; nodes: PlanNode[] }

/**
 * A connection whose statements PostgreSQL explains as it has run them, those of triggers among them.
 * They are planned for their values, or for any, as those with a name are from the sixth time on.
 */
export async function watchPlans(url: string, planning: Planning) {
  const { pool, close } = connect(url, { max: 1 })
  const seen: Watched[] = []
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const [, plan] = message.split(/^duration: .* plan:\n/)
      if (plan === undefined) return
      const logged: Logged = JSON.parse(plan)
      seen.push({ text: logged['Query Text'], nodes: nodesOf(logged.Plan) })
    })
  })
  await pool.query(`
    load 'auto_explain';
    set plan_cache_mode = ${planning};
    set auto_explain.log_level = notice;
    set auto_explain.log_format = json;
    set auto_explain.log_analyze = on;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_min_duration = 0`)

  /** The statements that some work has run. */
  async function watch(work: (pool: Pool) => Promise<unknown>): Promise<Watched[]> {
    seen.length = 0
    await work(pool)
    return [...seen]
  }

  return { watch, close }
}
