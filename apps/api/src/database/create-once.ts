import { idempotencyKeyHeader } from '@stockie/contracts'
import type { Pool } from 'pg'
import { AppError } from '@/errors'
import { beginBy, lastMoment } from './last-moment'

/** What is sent, and by what a second sending of it is recognized. */
export type Sending = { userId: number; key: string | undefined; hash: Buffer }

/** What was answered as JSON. What was recorded before may be deleted by now. */
export type First = { document: string; isDeleted: boolean }

type Kind = {
  /** The table whose rows are made. */
  resource: string
  /** SQL: what was answered, as JSON, when the row whose id is "document_id" was made. */
  recall: string
  /** SQL: whether the caller may hear it, where nobody has asked yet. Its values begin with $5. */
  allowed?: string
}

/** Makes rows of one kind, each answered as JSON; the same one sent twice with a key is made once. */
export function createOnce(pool: Pool, { resource, recall, allowed = 'true' }: Kind) {
  const name = `recall ${resource}`
  const text = `
    select request_hash = $4 as same, (${recall}) as document,
      (select deleted_at is not null from ${resource} where id = document_id) as "isDeleted"
    from idempotency_records
    where user_id = $1 and resource = $2 and key = $3 and (${allowed})`

  async function recallFirst(sent: Sending, values: unknown[]): Promise<First | undefined> {
    const { rows } = await pool.query<First & { same: boolean }>({
      name,
      text,
      values: [sent.userId, resource, sent.key, sent.hash, ...values],
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
  return async <Made>(
    sent: Sending,
    make: () => Promise<Made>,
    values: unknown[] = [],
  ): Promise<Made | First> => {
    const last = lastMoment()
    try {
      return await make()
    } catch (error) {
      const first =
        sent.key !== undefined ? await beginBy(last, () => recallFirst(sent, values)) : undefined
      if (first !== undefined) return first
      throw error
    }
  }
}
