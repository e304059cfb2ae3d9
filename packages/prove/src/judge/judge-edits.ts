import type { Database } from '@stockie/stage/database'
import type { EditEntry } from '#src/clients/journal'

/** Each edit of a product's stock is by an amount of its own, so that the ledger tells how often it was done. */
export async function judgeEdits({ query }: Pick<Database, 'query'>, edits: readonly EditEntry[]) {
  const counted = await query<{ count: number }>(
    `select count(movement.id)::int as count
     from unnest($1::int[], $2::int[]) with ordinality as edit (product, amount, position)
       left join stock_movements as movement
         on product_id = product and delta = amount and reason = 'adjustment'
     group by position order by position`,
    [edits.map(({ productId }) => productId), edits.map(({ delta }) => delta)],
  )
  const lost: string[] = []
  const doubled: string[] = []
  for (const [index, { productId, delta, acknowledged }] of edits.entries()) {
    const count = counted[index]?.count ?? 0
    const what = `an edit of product ${productId} by ${delta}`
    if (acknowledged && count === 0) lost.push(`${what} is not in the ledger`)
    if (count > 1) doubled.push(`${what} is in the ledger ${count} times`)
  }
  return { lost, doubled }
}
