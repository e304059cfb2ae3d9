import { stockReconciliation } from '@stockie/contracts'
import type { Pool } from 'pg'
import { getDeadline, withDeadline } from '#src/database/pool/deadline-pool'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import { describeReport } from '#src/http/openapi/resources'
import { createJsonBody, type JsonBody } from '#src/http/response-body'

export const stockModule: ApiModule = {
  describe: describeReport(stockReconciliation, {
    rowName: 'stock difference',
    operationId: 'reconcileStock',
    tag: 'Stock',
    summary: 'List the products whose stock differs from the sum of their ledger',
    description: 'An audit. The list must always be empty.',
    withoutEtag: true,
  }),
  endpoints: ({ pool }) => [reconciliation(pool)],
}

/** It has no ETag: the revision of a list would miss the very change that the audit looks for. */
function reconciliation(pool: Pool): Endpoint {
  const reconcile = oneAtATime(createReconciliation(pool))
  return {
    method: 'GET',
    path: stockReconciliation.path,
    auth: 'role',
    read: () => undefined,
    answer: async () => ({ status: 200, body: await reconcile() }),
  }
}

/**
 * Reads the products whose stock differs from the sum of their ledger, including deleted ones, unless the
 * snapshot is the one of the remembered answer. Two equal snapshots see the same transactions, so a change by
 * direct SQL and without triggers is seen too. A standby does not list all transactions in its snapshots, so
 * its answers are not remembered.
 */
const reconciliationSql = `
  with now as (
    select case when not pg_is_in_recovery() then concat_ws(' ', pg_postmaster_start_time(),
      (select oid from pg_database where datname = current_database()), pg_current_snapshot()) end as snapshot
  )
  select snapshot, case when snapshot is distinct from $1::text or $1 is null then (
    select coalesce(json_agg(difference), '[]') from (
      select product_id as "productId", name, stock, ledger_stock as "ledgerStock"
      from inv_stock_ledger order by product_id
    ) as difference
  ) end as body from now`

type Reading = { snapshot: string | null; body: string | null }

/** Sums up the whole ledger, or returns the last answer if no transaction has ended since. */
export function createReconciliation(pool: Pick<Pool, 'query'>): () => Promise<JsonBody> {
  let last: { snapshot: string | null; body: JsonBody } | undefined

  return async () => {
    const { rows } = await pool.query<Reading>({
      name: 'reconcile stock',
      text: reconciliationSql,
      values: [last?.snapshot],
    })
    const [reading] = rows
    if (typeof reading?.body === 'string') {
      last = { snapshot: reading.snapshot, body: createJsonBody(reading.body) }
    }
    if (!last) throw new Error('The first reconciliation must have a body.')
    return last.body
  }
}

/**
 * Runs the work for one caller at a time. Callers that arrive meanwhile share the next run, so that no answer
 * is older than its request. A run has the deadline of its last caller.
 */
function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  let deadline = 0

  function start(): Promise<Result> {
    next = undefined
    const run = withDeadline(deadline, work)
    current = run
    return run
  }

  return () => {
    deadline = getDeadline()
    next ??= current.then(start, start)
    return next
  }
}
