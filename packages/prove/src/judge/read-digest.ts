import type { Database } from '@stockie/stage/database'
import { documentColumns } from './document-columns'

export type Digest = {
  /** How each document stands, and each movement of a stock that belongs to none. */
  states: ReadonlyMap<string, string>
  /** Which of them carry the mark. */
  own: ReadonlySet<string>
}

type Line = { what: string; state: string; own: boolean }

/** One statement, and so one moment. */
const lines = `${documents('sales')} union all ${documents('purchases')} union all
  select concat('movement ', id), concat('product ', product_id, ' by ', delta), false
  from stock_movements where sale_id is null and purchase_id is null`

/** All that a client can have done to the shop's documents and stock, each in so few words that a million can be kept. */
export async function readDigest(
  { query }: Pick<Database, 'query'>,
  mark?: string,
): Promise<Digest> {
  const read = await query<Line>(lines, [mark === undefined ? null : `${mark}-`])
  return {
    states: new Map(read.map(({ what, state }) => [what, state])),
    own: new Set(read.flatMap(({ what, own }) => (own ? [what] : []))),
  }
}

/** The hash is of all that an answer shows of it, its lines too. */
function documents(resource: keyof typeof documentColumns): string {
  return `select concat('${resource} ', id) as what,
      concat_ws(', ', 'turn ' || turn, case when deleted_at is null then 'there' else 'deleted' end,
        total_amount,
        to_hex(hashtextextended(json_build_object(${documentColumns[resource]})::text, 0))) as state,
      coalesce(starts_with(remark, $1), false) as own
    from ${resource}`
}
