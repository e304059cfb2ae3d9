import type { Database } from '@stockie/stage/database'
import type { Journal } from '#src/clients/journal'
import type { Found } from '#src/fault'
import type { Round } from '#src/round'
import { awaitQuiet } from './await-quiet'
import { compareDigests } from './compare-digests'
import { findBroken } from './find-broken'
import { judgeDocuments } from './judge-documents'
import { judgeEdits } from './judge-edits'
import { readDigest } from './read-digest'
import { readDocuments } from './read-documents'
import { unservedOf } from './unserved-of'

/**
 * Holds what clients were told against what is in the shop, and all else there against what it was before: what the
 * seed made and what earlier rounds did. It looks once more when the shop is about to go.
 */
export function createJudge(shop: Database): (journal: Journal, round: Round) => Promise<Found> {
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
      broken: await findBroken(shop),
      unkept: unservedOf(journal),
      longest: { 'longest wait of a client': longestWait },
    }
  }
}
