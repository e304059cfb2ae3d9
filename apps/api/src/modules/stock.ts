import {
  adjustmentReasons,
  adjustmentSummary,
  type AdjustmentSummaryQuery,
  stockReconciliation,
} from '@stockie/contracts'
import type { Pool } from 'pg'
import { withinDays } from '#src/database/sql/days-to-instants'
import type { ListQuery } from '#src/database/sql/list-query'
import { getDeadline, withDeadline } from '#src/database/pool/deadline-pool'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import type { Describe } from '#src/http/openapi/document'
import { describeReport } from '#src/http/openapi/resources'
import { parseQuery } from '#src/http/request-input'
import { createJsonBody, type JsonBody } from '#src/http/response-body'

const describeStock: Describe = (registry) => {
  describeReport(stockReconciliation, {
    rowName: 'stock difference',
    operationId: 'reconcileStock',
    tag: 'Stock',
    summary: 'List the products whose stock differs from the sum of their ledger',
    description: 'An audit. The list must always be empty.',
    withoutEtag: true,
  })(registry)
  describeReport(adjustmentSummary, {
    rowName: 'adjustment summary',
    operationId: 'listAdjustmentSummary',
    tag: 'Stock',
    summary: 'Sum up the stock changes by hand by month and reason, the newest month first',
    description:
      'In units, and at the cost that the product had when its stock changed. Changes of deleted products count too. ' +
      'A month without changes has no row. Opening stocks and imports are no changes by hand.',
  })(registry)
}

export const stockModule: ApiModule = {
  describe: describeStock,
  endpoints: ({ answerList, pool, timeZone }) => [
    reconciliation(pool),
    listEndpoint(answerList, {
      path: adjustmentSummary.path,
      list: (request) =>
        adjustmentSummaryQuery(parseQuery(adjustmentSummary.query, request), timeZone),
    }),
  ],
}

const reasonsInOrder = `array[${adjustmentReasons.map((reason) => `'${reason}'`).join(', ')}]`

/** Each movement counts at the cost that is stored with it, so a later edit of a cost changes no month. */
export function adjustmentSummaryQuery(
  { startDate, endDate, productId }: AdjustmentSummaryQuery,
  timeZone: string,
): ListQuery {
  const range = [startDate ?? null, endDate ?? null, timeZone]
  const isInRange = withinDays('created_at', { start: '$1', end: '$2', zone: '$3' })
  return {
    name: productId === undefined ? 'adjustments' : 'adjustments of a product',
    text: `
      select month, reason, movements, movements - with_cost as "movementsWithoutCost",
        added as "unitsAdded", removed as "unitsRemoved", added - removed as "netUnits",
        value_added as "valueAdded", value_removed as "valueRemoved"
      from (
        select to_char(created_at at time zone $3, 'YYYY-MM') as month,
          adjustment_reason as reason, count(*) as movements, count(unit_cost) as with_cost,
          coalesce(sum(delta) filter (where delta > 0), 0) as added,
          coalesce(-sum(delta) filter (where delta < 0), 0) as removed,
          coalesce(sum(delta * unit_cost::bigint) filter (where delta > 0), 0) as value_added,
          coalesce(-sum(delta * unit_cost::bigint) filter (where delta < 0), 0) as value_removed
        from stock_movements
        where reason = 'adjustment' and ${isInRange}
          ${productId === undefined ? '' : 'and product_id = $4'}
        group by 1, 2
      ) as summed
      order by month desc, array_position(${reasonsInOrder}, reason)`,
    values: productId === undefined ? range : [...range, productId],
    sources: ['stock_movements'],
  }
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
