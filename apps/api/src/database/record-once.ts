import type { Pool, QueryConfig } from 'pg'
import { AppError, type BrokenField } from '@/errors'
import { accountOf, type Session } from './account-of'
import { createOnce, type First, type Sending } from './create-once'
import { hashOf } from './hash-of'
import { runRefusable } from './run-refusable'

export type Statement = QueryConfig & { name: string; values: unknown[] }

/** Whose document it is, with what a second sending of it is recognized by. */
export type Attempt = Session & Sending

export type Documents<Input> = {
  resource: 'sales' | 'purchases'
  /** Answers { document: its JSON }, or { broken: what it names that does not exist }, or only a role. */
  record: (input: Input, attempt: Attempt) => Statement
  /** Selects, as JSON, the document whose id is "document_id". */
  recall: string
}

type Recorded = { role: number | null; document: string | null; broken: BrokenField[] | null }

/** A document; or the role of somebody who may not record any, null where their session has ended. */
export type Answered = First | { document: null; role: number | null }

/** Records documents, each answered as JSON; the same one sent twice with a key is recorded once. */
export function createRecording<Input>(pool: Pool, documents: Documents<Input>) {
  const { resource, record, recall } = documents
  const account = accountOf({ userId: '$1', version: '$5', session: '$6' })
  const allowed = `select allowed from (${account}) as account`
  const once = createOnce(pool, { resource, recall, allowed })

  async function attempt(statement: Statement): Promise<Answered> {
    const [recorded] = await runRefusable<Recorded>(pool, statement)
    if (!recorded) throw new Error('A recording has one row, always.')
    const { role, document, broken } = recorded
    if (document !== null) return { document, isDeleted: false }
    if (broken === null) return { document, role }
    throw new AppError('invalid', broken[0]?.message ?? 'The body breaks a rule.', {
      errors: broken,
    })
  }

  return async (input: Input, caller: Session, key: string | undefined): Promise<Answered> => {
    const sent: Attempt = { ...caller, key, hash: hashOf(input) }
    return once(sent, () => attempt(record(input, sent)), [sent.version, sent.session])
  }
}
