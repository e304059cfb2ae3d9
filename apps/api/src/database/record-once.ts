import { hash } from 'node:crypto'
import { idempotencyKeyHeader } from '@stockie/contracts'
import type { Pool, QueryConfig } from 'pg'
import { AppError, type BrokenField } from '@/errors'
import { accountOf, type Session } from './account-of'
import { beginBy, lastMoment } from './last-moment'
import { runRefusable } from './run-refusable'

export type Statement = QueryConfig & { name: string; values: unknown[] }

/** Whose document it is, with what a second sending of it is recognized by. */
export type Attempt = Session & { key: string | undefined; hash: Buffer }

export type Documents<Input> = {
  resource: 'sales' | 'purchases'
  /** Answers { document: its JSON }, or { broken: what it names that does not exist }, or only a role. */
  record: (input: Input, attempt: Attempt) => Statement
  /** Selects, as JSON, the document whose id is "document_id". */
  recall: string
}

type Recorded = { role: number | null; document: string | null; broken: BrokenField[] | null }

/**
 * A document as JSON, and one that was recorded before may be deleted by now; or the role of somebody who
 * may not record any, null where their session has ended.
 */
export type Answered =
  | { document: string; isDeleted: boolean }
  | { document: null; role: number | null }

/** Records documents, each answered as JSON; the same one sent twice with a key is recorded once. */
export function createRecording<Input>(pool: Pool, documents: Documents<Input>) {
  const { resource, record, recall } = documents

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

  async function recallFirst(sent: Attempt): Promise<Answered | undefined> {
    const { rows } = await pool.query<{ same: boolean; document: string; isDeleted: boolean }>({
      name: `recall ${resource}`,
      text: `select request_hash = $4 as same, (${recall}) as document,
          (select deleted_at is not null from ${resource} where id = document_id) as "isDeleted"
        from idempotency_records, (${accountOf({ userId: '$1', version: '$5', session: '$6' })}) as account
        where user_id = $1 and resource = $2 and key = $3 and allowed`,
      values: [sent.userId, resource, sent.key, sent.hash, sent.version, sent.session],
    })
    const [first] = rows
    if (first?.same === false) {
      const message = 'This Idempotency-Key was used with another body.'
      throw new AppError('conflict', message, { errors: [{ path: idempotencyKeyHeader, message }] })
    }
    return first
  }

  /**
   * Nothing is looked up beforehand: the key's uniqueness makes the second of two fail, also of two
   * at the same moment. And whatever else stops it (a product may have been deleted since the first)
   * does not count if there was a first.
   */
  return async (input: Input, caller: Session, key: string | undefined): Promise<Answered> => {
    const sent: Attempt = { ...caller, key, hash: hash('sha256', JSON.stringify(input), 'buffer') }
    const last = lastMoment()
    try {
      return await attempt(record(input, sent))
    } catch (error) {
      const first = key !== undefined ? await beginBy(last, () => recallFirst(sent)) : undefined
      if (first !== undefined) return first
      throw error
    }
  }
}
