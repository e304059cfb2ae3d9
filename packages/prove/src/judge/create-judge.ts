import type { Database } from '@stockie/stage/database'
import type { Journal } from '#src/clients/journal'
import type { Found } from '#src/fault'
import type { Round } from '#src/round'
import { awaitQuiet } from './await-quiet'
import { countDocuments } from './count-documents'
import { findBroken } from './find-broken'
import { judgeDocuments } from './judge-documents'
import { judgeEdits } from './judge-edits'
import { readDocuments } from './read-documents'

/** Holds what clients were told against what is in the shop, and that nothing of earlier rounds has gone. */
export function createJudge(shop: Database): (journal: Journal, round: Round) => Promise<Found> {
  let kept: number | undefined

  return async ({ documents, edits, acknowledged, failed, longestWait }, { mark }) => {
    await awaitQuiet(shop)
    const ofKind = async (resource: 'sales' | 'purchases') =>
      judgeDocuments(
        documents.filter((entry) => entry.resource === resource),
        await readDocuments(shop, resource, mark),
      )
    const judged = [await ofKind('sales'), await ofKind('purchases'), await judgeEdits(shop, edits)]
    const earlier = await countDocuments(shop, { without: mark })
    const gone = (kept ?? earlier) - earlier
    kept = await countDocuments(shop, {})
    return {
      acknowledged,
      lost: [
        ...judged.flatMap(({ lost }) => lost),
        ...(gone > 0 ? [`${gone} documents of earlier rounds are not there`] : []),
      ],
      doubled: judged.flatMap(({ doubled }) => doubled),
      broken: await findBroken(shop),
      unkept: failed.map((why) => `a client failed for good: ${why}`),
      longest: { 'longest wait of a client': longestWait },
    }
  }
}
