import { AddedEarlier } from './added-earlier'
import { requestRecorded } from './api-client'
import { isKeyUsed } from './is-key-used'

/** Adds a record: the same one again, after an answer that never came, adds no second. */
export async function addOnce<Row>(path: string, sent: { body: unknown; idempotencyKey: string }) {
  const { row, isDeleted } = await requestRecorded<Row>(path, sent).catch((cause: unknown) => {
    throw isKeyUsed(cause) ? new AddedEarlier({ isDeleted: false, cause }) : cause
  })
  if (isDeleted) throw new AddedEarlier({ isDeleted })
  return row
}
