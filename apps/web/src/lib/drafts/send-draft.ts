import { ApiError } from '@/lib/api-error'

import type { DraftKind } from './draft'
import { changeDraft, finishDraft, readDraft } from './drafts'
import { RecordedEarlier } from './recorded-earlier'

interface Sent<Input> {
  kind: DraftKind
  owner: number
  input: Input
  key: string
}

/** How a document is recorded, and what it is called. */
interface Recording<Input, Row> {
  record: (sent: { input: Input; key: string }) => Promise<Row>
  describe: (row: Row) => string
}

/**
 * Sends a draft, and clears it once it is recorded. That is done here and not on the screen, which
 * may have been left by then, or belong to somebody else.
 */
export async function sendDraft<Input, Row>(
  { kind, owner, input, key }: Sent<Input>,
  { record, describe }: Recording<Input, Row>,
): Promise<Row> {
  const { attempts } = readDraft(kind, owner)
  changeAttempts({ kind, owner, key }, (kept) => [...kept.filter(isOther(input)), input])
  try {
    const row = await record({ input, key })
    finishDraft(kind, owner, key)
    return row
  } catch (error) {
    // What was refused is not recorded; of what was not answered nobody knows.
    if (isRefusal(error))
      changeAttempts({ kind, owner, key }, (kept) => kept.filter(isOther(input)))
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    const earlier = await recordAgain(attempts.filter(isOther(input)) as Input[], key, record)
    throw new RecordedEarlier(earlier && describe(earlier))
  }
}

/**
 * The key has been used, so that none of these is recorded now: the one that was is answered as it
 * was then, and the others are refused.
 */
async function recordAgain<Input, Row>(
  attempts: readonly Input[],
  key: string,
  record: Recording<Input, Row>['record'],
): Promise<Row | undefined> {
  const [input, ...others] = attempts
  if (input === undefined) return undefined
  try {
    return await record({ input, key })
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) throw error
    return recordAgain(others, key, record)
  }
}

function changeAttempts(
  { kind, owner, key }: Omit<Sent<unknown>, 'input'>,
  change: (attempts: readonly unknown[]) => unknown[],
) {
  changeDraft(kind, owner, (draft) =>
    draft.key === key ? { ...draft, attempts: change(draft.attempts) } : draft,
  )
}

function isOther(input: unknown) {
  const text = JSON.stringify(input)
  return (attempt: unknown) => JSON.stringify(attempt) !== text
}

function isRefusal(error: unknown) {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
