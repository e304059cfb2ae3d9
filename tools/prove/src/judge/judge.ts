import { readBrokenInvariants } from '@stockie/api/invariants'
import { until } from '@stockie/testkit/polling'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import pg from 'pg'
import type { EditEntry, Journal } from '#src/clients/journal'
import type { Found, Round } from '#src/fault'
import { judgeDocuments, readDocuments } from './document-judge'
import { describeFailures } from './missing-answers'
import { compareDigests, readDigest } from './shop-digest'

/** Until nothing is under way any more that nobody waits for. */
async function awaitQuiet({ query }: Pick<ShopDatabase, 'query'>): Promise<void> {
  await until('nothing is under way that nobody waits for', async () => {
    const busy = await query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend' and state <> 'idle'`,
    )
    return busy.length === 0
  })
}

/** The invariants that do not hold: each is a view that is empty in health, and none at all is an error. */
export async function findBrokenInvariants({ url }: Pick<ShopDatabase, 'url'>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const broken = await readBrokenInvariants(client)
    return broken.map(({ name, count, rows }) => `${name} has ${count}: ${JSON.stringify(rows[0])}`)
  } finally {
    await client.end()
  }
}

/** Each edit of a product's stock is by an amount of its own, so that the ledger tells how often it was done. */
async function judgeEdits({ query }: Pick<ShopDatabase, 'query'>, edits: readonly EditEntry[]) {
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

/**
 * What was found, and whether each write was done in so many milliseconds from its first asking on, however often it
 * had to be asked for: a client that always hears "come back later" waits too. What was harmed may be away beside that.
 */
export function judgeLongestWrite(
  found: Found,
  { longestWrite }: Pick<Journal, 'longestWrite'>,
  { most = 30_000, away = 0 } = {},
): Found {
  const late = `a write was done only after ${Math.round(longestWrite)} ms`
  return {
    ...found,
    unkept: longestWrite > most + away ? [...found.unkept, late] : found.unkept,
    longest: { ...found.longest, 'longest write, however often asked for': longestWrite },
  }
}

/**
 * Holds what clients were told against what is in the shop, and all else there against what it was before: what the
 * seed made and what earlier rounds did. It looks once more when the shop is about to go.
 */
export function createJudge(
  shop: ShopDatabase,
): (journal: Journal, round: Round) => Promise<Found> {
  let before = readDigest(shop)
  // Told where it is waited for.
  before.catch(() => {})

  return async (journal, { mark, lookAtLast }) => {
    const { documents, edits, acknowledged, longestWait } = journal
    await awaitQuiet(shop)
    const ofKind = async (resource: 'sales' | 'purchases') =>
      judgeDocuments(
        documents.filter((entry) => entry.resource === resource),
        await readDocuments(shop, resource, mark),
      )
    const now = await readDigest(shop, mark)
    const judged = [
      await ofKind('sales'),
      await ofKind('purchases'),
      await judgeEdits(shop, edits),
      compareDigests(await before, now, edits),
    ]
    before = Promise.resolve(now)
    lookAtLast(shop, async () => {
      await awaitQuiet(shop)
      return compareDigests(now, await readDigest(shop))
    })
    return {
      acknowledged,
      lost: judged.flatMap(({ lost }) => lost),
      doubled: judged.flatMap(({ doubled }) => doubled),
      broken: await findBrokenInvariants(shop),
      unkept: describeFailures(journal),
      longest: { 'longest wait of a client': longestWait },
    }
  }
}
