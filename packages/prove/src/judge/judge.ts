import type { Database } from '@stockie/stage/database'
import type { Journal } from '#src/clients/journal'
import type { Found } from '#src/fault'
import type { Round } from '#src/round'
import { awaitQuiet } from './await-quiet'
import { findBroken } from './find-broken'
import { judgeDocuments } from './judge-documents'
import { judgeEdits } from './judge-edits'
import { readDocuments } from './read-documents'

/** Holds what clients were told against what is in the database. */
export async function judge(shop: Database, journal: Journal, { mark }: Round): Promise<Found> {
  await awaitQuiet(shop)
  const { documents, edits, acknowledged, failed, longestWait } = journal
  const ofKind = async (resource: 'sales' | 'purchases') =>
    judgeDocuments(
      documents.filter((entry) => entry.resource === resource),
      await readDocuments(shop, resource, mark),
    )
  const judged = [await ofKind('sales'), await ofKind('purchases'), await judgeEdits(shop, edits)]
  return {
    acknowledged,
    lost: judged.flatMap(({ lost }) => lost),
    doubled: judged.flatMap(({ doubled }) => doubled),
    broken: await findBroken(shop),
    unkept: failed.map((why) => `a client failed for good: ${why}`),
    longest: { 'longest wait of a client': longestWait },
  }
}
