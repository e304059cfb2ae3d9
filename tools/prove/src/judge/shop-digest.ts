import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { EditEntry } from '#src/clients/journal'
import { documentColumns } from './document-judge'

export type Digest = {
  /** The state of each document, cash count and stock count, and of each stock movement that belongs to no document. */
  states: ReadonlyMap<string, string>
  /** The documents and counts that carry the mark of the round, and the movements of these counts. */
  own: ReadonlySet<string>
}

type DigestRow = { label: string; state: string; own: boolean }

/** A single statement, so that all rows are from one snapshot. */
const digestSql = `${documents('sales', documentState('total_amount'))} union all
  ${documents('purchases', documentState('total_amount'))} union all
  ${documents('returns', documentState('refund + shipping_refund'))} union all
  ${documents('day_sheets', 'counted_total')} union all
  select concat('stock_counts ', id), concat_ws(', ', state, differing, units, value, (
      select json_agg(json_build_array(product_id, counted, entries, posted_delta) order by product_id)
      from stock_count_products where count_id = stock_counts.id
    )), coalesce(starts_with(name, $1), false)
  from stock_counts union all
  select concat('movement ', id), concat('product ', product_id, ' by ', delta), coalesce((
      select starts_with(name, $1) from stock_counts where stock_counts.id = count_id
    ), false)
  from stock_movements where num_nonnulls(sale_id, purchase_id, return_id) = 0`

/** Reads the state of all documents and stock edits, short enough to keep a million of them in memory. */
export async function readDigest(
  { query }: Pick<ShopDatabase, 'query'>,
  mark?: string,
): Promise<Digest> {
  const rows = await query<DigestRow>(digestSql, [mark === undefined ? null : `${mark}-`])
  return {
    states: new Map(rows.map(({ label, state }) => [label, state])),
    own: new Set(rows.flatMap(({ label, own }) => (own ? [label] : []))),
  }
}

function documentState(total: string): string {
  return `'turn ' || turn, case when deleted_at is null then 'there' else 'deleted' end, ${total}`
}

/** The hash covers everything that a response shows, including the lines. */
function documents(resource: keyof typeof documentColumns, state: string): string {
  return `select concat('${resource} ', id) as label,
      concat_ws(', ', ${state},
        to_hex(hashtextextended(json_build_object(${documentColumns[resource]})::text, 0))) as state,
      coalesce(starts_with(remark, $1), false) as own
    from ${resource}`
}

/**
 * Finds changes that no client requested. Skips the round's own documents, which are judged by their answers,
 * and its stock edits, which are known by their amounts.
 */
export function compareDigests(
  before: Pick<Digest, 'states'>,
  now: Digest,
  edits: readonly Pick<EditEntry, 'productId' | 'delta'>[] = [],
) {
  const edited = new Set(edits.map(({ productId, delta }) => `product ${productId} by ${delta}`))
  const lost: string[] = []
  const doubled: string[] = []
  for (const [label, state] of before.states) {
    const newState = now.states.get(label)
    if (newState === undefined) lost.push(`${label} (${state}) existed before, and is missing`)
    else if (newState !== state && !now.own.has(label)) {
      lost.push(`${label} was "${state}" and is "${newState}", without a request`)
    }
  }
  for (const [label, state] of now.states) {
    if (before.states.has(label) || now.own.has(label) || edited.has(state)) continue
    doubled.push(`${label} (${state}) exists, without a request`)
  }
  return { lost, doubled }
}
