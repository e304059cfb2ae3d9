import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { EditEntry } from '#src/clients/journal'
import { documentColumns } from './document-judge'

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
  { query }: Pick<ShopDatabase, 'query'>,
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

/**
 * What has changed meanwhile without anybody's doing: the documents of the mark are the round's own, which are judged
 * by what was answered, and its edits of stock are known by their amounts.
 */
export function compareDigests(
  before: Pick<Digest, 'states'>,
  now: Digest,
  edits: readonly Pick<EditEntry, 'productId' | 'delta'>[] = [],
) {
  const edited = new Set(edits.map(({ productId, delta }) => `product ${productId} by ${delta}`))
  const lost: string[] = []
  const doubled: string[] = []
  for (const [what, state] of before.states) {
    const found = now.states.get(what)
    if (found === undefined) lost.push(`${what} (${state}) was there before, and is not`)
    else if (found !== state && !now.own.has(what)) {
      lost.push(`${what} was "${state}" and is "${found}", which nobody has asked for`)
    }
  }
  for (const [what, state] of now.states) {
    if (before.states.has(what) || now.own.has(what) || edited.has(state)) continue
    doubled.push(`${what} (${state}) is there, which nobody has asked for`)
  }
  return { lost, doubled }
}
