import type { CreatedAnswer } from '@/lib/api/api-client'
import { ApiError } from '@/lib/api/api-error'
import { isKeyConflict } from '@/lib/api/idempotency'
import { readToken } from '@/lib/session/token'
import type { Draft, DraftKind } from './draft'
import { changeDraft, finishDraft } from './draft-store'

/** The draft, as it was sent now or before, is recorded already. */
export class DocumentAlreadySavedError extends Error {
  override name = 'RecordedEarlier'
  /** Names what was recorded, where that could be found out. */
  readonly document: string | undefined
  readonly isDeleted: boolean

  constructor({ document, isDeleted = false }: { document?: string; isDeleted?: boolean }) {
    super('This was recorded already.')
    this.document = document
    this.isDeleted = isDeleted
  }
}

interface Sent<Input> {
  kind: DraftKind
  owner: number
  draft: Draft
  input: Input
}

/** How a document is recorded, and what it is called. */
interface Recording<Input, Row> {
  record: (sent: { input: Input; key: string }) => Promise<CreatedAnswer<Row>>
  describe: (row: Row) => string
}

/**
 * Sends a draft, and clears it once it is recorded. That is done here and not on the screen, which
 * may have been left by then, or belong to somebody else.
 */
export async function submitDraft<Input, Row>(
  { kind, owner, draft, input }: Sent<Input>,
  { record, describe }: Recording<Input, Row>,
): Promise<Row> {
  const { attempts, key } = draft
  const others = attempts.filter(isOther(input)) as Input[]
  const token = readToken()
  changeAttempts({ kind, owner, draft }, (kept) => [...kept.filter(isOther(input)), input])
  const recorded = await record({ input, key }).catch(async (error: unknown) => {
    // What was refused is not recorded, unless it was sent before; of what was not answered nobody
    // knows.
    if (isRefusal(error) && others.length === attempts.length)
      changeAttempts({ kind, owner, draft }, (kept) => kept.filter(isOther(input)))
    if (!isKeyConflict(error)) throw error
    const earlier = await recordAgain(others, (again) => {
      // A key is its owner's alone: whoever has signed in meanwhile would record it anew.
      return readToken() === token ? record({ input: again, key }) : undefined
    })
    throw earlier ? toEarlier(earlier) : new DocumentAlreadySavedError({})
  })
  if (recorded.isDeleted) throw toEarlier(recorded)
  finishDraft(kind, owner, draft)
  return recorded.row

  function toEarlier({ row, isDeleted }: CreatedAnswer<Row>) {
    return new DocumentAlreadySavedError({ document: describe(row), isDeleted })
  }
}

/**
 * The key has been used, so that none of these is recorded now: the one that was is answered as it
 * was then, and the others are refused.
 */
async function recordAgain<Input, Row>(
  attempts: readonly Input[],
  record: (input: Input) => Promise<CreatedAnswer<Row>> | undefined,
): Promise<CreatedAnswer<Row> | undefined> {
  const [input, ...others] = attempts
  if (input === undefined) return undefined
  try {
    return await record(input)
  } catch (error) {
    if (!isKeyConflict(error)) throw error
    return recordAgain(others, record)
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

function isOther(input: unknown) {
  const text = JSON.stringify(input)
  return (attempt: unknown) => JSON.stringify(attempt) !== text
}

function isRefusal(error: unknown) {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
