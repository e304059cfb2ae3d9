import { hash as digest } from 'node:crypto'
import { idempotencyKeyHeader } from '@stockie/contracts'
import pg, { type Pool, type QueryConfig } from 'pg'
import { deadline, withDeadline } from '#src/database/pool/deadline-pool'
import { AppError, type BrokenField } from '#src/errors'
import type { Prisma, PrismaClient } from '#src/database/generated/client'
import type { RecordTable } from './deletion'
import { accountSql, type Session } from './fragments'

/** What is sent, and by what a second sending of it is recognized. */
type IdempotentRequest = { userId: number; key: string | undefined; hash: Buffer }

/** What was answered as JSON. What was recorded before may be deleted by now. */
export type StoredAnswer = { document: string; isDeleted: boolean }

type Kind = {
  /** The table whose rows are made. */
  resource: string
  /** SQL: what was answered, as JSON, when the row whose id is "document_id" was made. */
  recall: string
  /** SQL: whether the caller may hear it, where nobody has asked yet. Its values begin with $5. */
  allowed?: string
}

/** Makes rows of one kind, each answered as JSON; the same one sent twice with a key is made once. */
function createInsertOnce(pool: Pool, { resource, recall, allowed = 'true' }: Kind) {
  const name = `recall ${resource}`
  const text = `
    select request_hash = $4 as same, (${recall}) as document,
      (select deleted_at is not null from ${resource} where id = document_id) as "isDeleted"
    from idempotency_records
    where user_id = $1 and resource = $2 and key = $3 and (${allowed})`

  async function recallFirst(
    sent: IdempotentRequest,
    values: unknown[],
  ): Promise<StoredAnswer | undefined> {
    const { rows } = await pool.query<StoredAnswer & { same: boolean }>({
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
    sent: IdempotentRequest,
    make: () => Promise<Made>,
    values: unknown[] = [],
  ): Promise<Made | StoredAnswer> => {
    const last = deadline()
    try {
      return await make()
    } catch (error) {
      const first =
        sent.key !== undefined
          ? await withDeadline(last, () => recallFirst(sent, values))
          : undefined
      if (first !== undefined) return first
      throw error
    }
  }
}

/** By what a body is recognized, as its contract has read it: however it was written. */
function hashOf(input: unknown): Buffer {
  return digest('sha256', JSON.stringify(input), 'buffer')
}

export type Transaction = Prisma.TransactionClient

type Enter<Input> = (tx: Transaction, input: Input, userId: number) => Promise<{ id: number }>

/** Enters records of one kind, whose answer is kept with the key: unlike documents they are changed later. */
export function createRecordWriter<Input>(
  { db, pool }: { db: PrismaClient; pool: Pool },
  resource: RecordTable,
  enter: Enter<Input>,
) {
  const once = createInsertOnce(pool, { resource, recall: 'first_answer' })

  return (input: Input, userId: number, key: string | undefined): Promise<StoredAnswer> => {
    const hash = hashOf(input)
    return once({ userId, key, hash }, () =>
      db.$transaction(async (tx) => {
        const row = await enter(tx, input, userId)
        const document = JSON.stringify(row)
        if (key !== undefined) {
          await tx.$executeRaw`
            insert into idempotency_records (user_id, resource, key, request_hash, document_id, first_answer)
            values (${userId}, ${resource}, ${key}, ${hash}, ${row.id}, ${document}::json)`
        }
        return { document, isDeleted: false }
      }),
    )
  }
}

export type Statement = QueryConfig & { name: string; values: unknown[] }

/** Whose document it is, with what a second sending of it is recognized by. */
export type DocumentRequest = Session & IdempotentRequest

export type Documents<Input> = {
  resource: 'sales' | 'purchases'
  /** Answers { document: its JSON }, or { broken: what it names that does not exist }, or only a role. */
  record: (input: Input, attempt: DocumentRequest) => Statement
  /** Selects, as JSON, the document whose id is "document_id". */
  recall: string
}

type Recorded = { role: number | null; document: string | null; broken: BrokenField[] | null }

/** A document; or the role of somebody who may not record any, null where their session has ended. */
export type DocumentAnswer = StoredAnswer | { document: null; role: number | null }

/** Records documents, each answered as JSON; the same one sent twice with a key is recorded once. */
export function createDocumentWriter<Input>(pool: Pool, documents: Documents<Input>) {
  const { resource, record, recall } = documents
  const account = accountSql({ userId: '$1', version: '$5', session: '$6' })
  const allowed = `select allowed from (${account}) as account`
  const once = createInsertOnce(pool, { resource, recall, allowed })

  async function attempt(statement: Statement): Promise<DocumentAnswer> {
    const [recorded] = await queryKeepingConnection<Recorded>(pool, statement)
    if (!recorded) throw new Error('A recording has one row, always.')
    const { role, document, broken } = recorded
    if (document !== null) return { document, isDeleted: false }
    if (broken === null) return { document, role }
    throw new AppError('invalid', broken[0]?.message ?? 'The body breaks a rule.', {
      errors: broken,
    })
  }

  return async (
    input: Input,
    caller: Session,
    key: string | undefined,
  ): Promise<DocumentAnswer> => {
    const sent: DocumentRequest = { ...caller, key, hash: hashOf(input) }
    return once(sent, () => attempt(record(input, sent)), [sent.version, sent.session])
  }
}

/**
 * A statement that PostgreSQL may well refuse. After any error `pool.query` gives up its connection,
 * and with it the plans of its statements; one on which something was only refused is as good as before.
 */
export async function queryKeepingConnection<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
): Promise<Row[]> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Row>(statement)
    client.release()
    return rows
  } catch (error) {
    const isRefused = error instanceof pg.DatabaseError && error.severity === 'ERROR'
    client.release(!isRefused)
    throw error
  }
}
