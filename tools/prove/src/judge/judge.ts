import { readBrokenInvariants } from '@stockie/api/invariants'
import { waitUntil } from '@stockie/testkit/polling'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import pg from 'pg'
import type { DocumentEntry, EditEntry, Journal } from '#src/clients/journal'
import type { Findings, Round } from '#src/fault'
import { judgeDocuments, readDocuments } from './document-judge'
import { describeFailures } from './missing-answers'
import { judgeStockCounts, readStockCounts } from './stock-count-judge'
import { compareDigests, readDigest } from './shop-digest'

/** Waits until abandoned statements have ended. */
async function awaitQuiet({ query }: Pick<ShopDatabase, 'query'>): Promise<void> {
  await waitUntil('no statement is running', async () => {
    const busy = await query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend' and state <> 'idle'`,
    )
    return busy.length === 0
  })
}

/**
 * Describes the broken invariants. Each is a view that must be empty; it is an error if there are no views.
 */
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

/** Each edit of a product has a unique amount, so the ledger shows how often it took effect. */
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
    const label = `an edit of product ${productId} by ${delta}`
    if (acknowledged && count === 0) lost.push(`${label} is not in the ledger`)
    if (count > 1) doubled.push(`${label} is in the ledger ${count} times`)
  }
  return { lost, doubled }
}

/**
 * Adds a finding if a write took longer than `limit` from its first try, retries included: a client that gets
 * only 503 waits too. `away` is the time in which nothing could be served.
 */
export function judgeLongestWrite(
  found: Findings,
  { longestWrite }: Pick<Journal, 'longestWrite'>,
  { limit = 30_000, away = 0 } = {},
): Findings {
  const late = `a write took ${Math.round(longestWrite)} ms`
  return {
    ...found,
    brokenPromises:
      longestWrite > limit + away ? [...found.brokenPromises, late] : found.brokenPromises,
    longest: { ...found.longest, 'longest write, retries included': longestWrite },
  }
}

/** For faults that no client may notice. */
export function describeRefusals({ refusals }: Pick<Journal, 'refusals'>): string[] {
  return [...new Set(refusals)].map((reason) => {
    const count = refusals.filter((other) => other === reason).length
    return `${count} requests were refused with 503: ${reason}`
  })
}

/**
 * Creates a judge. It compares the answers with the rows, and everything else in the shop (the seed, earlier
 * rounds) with its state before the round. It compares both once more before the shop is dropped.
 */
export function createJudge(
  shop: ShopDatabase,
): (journal: Journal, round: Round) => Promise<Findings> {
  let before = readDigest(shop)
  // Reported where it is awaited.
  before.catch(() => {})

  return async (journal, { mark, addFinalCheck }) => {
    const { documents, edits, stockCounts, acknowledged, longestWait } = journal
    await awaitQuiet(shop)
    const judgeResource = async (resource: DocumentEntry['resource']) =>
      judgeDocuments(
        documents.filter((entry) => entry.resource === resource),
        await readDocuments(shop, resource, mark),
      )
    const now = await readDigest(shop, mark)
    const judged = [
      await judgeResource('sales'),
      await judgeResource('purchases'),
      await judgeResource('returns'),
      await judgeResource('day_sheets'),
      await judgeEdits(shop, edits),
      judgeStockCounts(stockCounts, await readStockCounts(shop, mark)),
      compareDigests(await before, now, edits),
    ]
    before = Promise.resolve(now)
    addFinalCheck(shop, async () => {
      await awaitQuiet(shop)
      return compareDigests(now, await readDigest(shop))
    })
    return {
      acknowledged,
      lost: judged.flatMap(({ lost }) => lost),
      doubled: judged.flatMap(({ doubled }) => doubled),
      brokenInvariants: await findBrokenInvariants(shop),
      brokenPromises: describeFailures(journal),
      longest: { 'longest wait of a client': longestWait },
    }
  }
}
