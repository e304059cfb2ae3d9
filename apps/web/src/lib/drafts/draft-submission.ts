import type { CreatedAnswer } from '@/lib/api/idempotency'
import { AlreadySavedError, isKeyConflict, isRefusal } from '@/lib/api/idempotency'
import { readToken } from '@/lib/session/session-store'
import type { Draft, DraftKind } from './draft'
import { changeDraft, finishDraft } from './draft-store'

interface Sent<Input> {
  kind: DraftKind
  owner: number
  draft: Draft
  input: Input
}

interface DocumentRecorder<Input, Row> {
  record: (sent: { input: Input; key: string }) => Promise<CreatedAnswer<Row>>
  describe: (row: Row) => string
}

/**
 * Sends a draft and clears it once it is recorded. This does not depend on the screen: the user may
 * have left it, or another user may have signed in.
 */
export async function submitDraft<Input, Row>(
  { kind, owner, draft, input }: Sent<Input>,
  { record, describe }: DocumentRecorder<Input, Row>,
): Promise<Row> {
  const { attempts, key } = draft
  const otherAttempts = attempts.filter(differsFrom(input)) as Input[]
  const token = readToken()
  changeAttempts({ kind, owner, draft }, (kept) => [...kept.filter(differsFrom(input)), input])
  const recorded = await record({ input, key }).catch(async (error: unknown) => {
    // A refused body is not recorded, unless an earlier attempt sent the same one: that attempt may
    // have been recorded without an answer.
    if (isRefusal(error) && otherAttempts.length === attempts.length)
      changeAttempts({ kind, owner, draft }, (kept) => kept.filter(differsFrom(input)))
    if (!isKeyConflict(error)) throw error
    const earlier = await findRecorded(otherAttempts, (attempt) => {
      // A key counts for its owner only: after another user signed in, this would record it again.
      return readToken() === token ? record({ input: attempt, key }) : undefined
    })
    throw toAlreadySaved(earlier)
  })
  if (recorded.isDeleted) throw toAlreadySaved(recorded)
  finishDraft(kind, owner, draft)
  return recorded.row

  function toAlreadySaved(saved: CreatedAnswer<Row> | undefined) {
    return new AlreadySavedError(
      'This was recorded already.',
      saved && { document: describe(saved.row), isDeleted: saved.isDeleted },
    )
  }
}

/**
 * Sends the earlier attempts again. Their key is used, so this records nothing: the API returns the
 * recorded document to its own body and refuses the others.
 */
async function findRecorded<Input, Row>(
  attempts: readonly Input[],
  record: (input: Input) => Promise<CreatedAnswer<Row>> | undefined,
): Promise<CreatedAnswer<Row> | undefined> {
  const [input, ...others] = attempts
  if (input === undefined) return undefined
  try {
    return await record(input)
  } catch (error) {
    if (!isKeyConflict(error)) throw error
    return findRecorded(others, record)
  }
}

function changeAttempts(
  { kind, owner, draft: { key } }: Omit<Sent<unknown>, 'input'>,
  change: (attempts: readonly unknown[]) => unknown[],
) {
  changeDraft(kind, owner, (draft) => {
    if (draft.key !== key) return draft
    const attempts = change(draft.attempts)
    return { ...draft, attempts, sentOn: attempts.length > 0 ? draft.sentOn : null }
  })
}

function differsFrom(input: unknown) {
  const text = JSON.stringify(input)
  return (attempt: unknown) => JSON.stringify(attempt) !== text
}
