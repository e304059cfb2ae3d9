import { hash as digest } from 'node:crypto'
import { idempotencyKeyHeader } from '@stockie/contracts'
import type { Pool } from 'pg'
import {
  getDeadline,
  type PreparedStatement,
  queryKeepingConnection,
  withDeadline,
} from '#src/database/pool/deadline-pool'
import { isStandbyWait } from '#src/database/pool/watchdog-client'
import { AppError, type BrokenField, invalidFields, noSuchRecord } from '#src/errors'
import type { Prisma } from '#src/database/generated/client'
import { accountSql, type Session } from './account-lookup'
import { isoInstantSql } from './days-to-instants'

/** The Idempotency-Key of a request, and the hash of its body that a retry must match. */
type IdempotentRequest = { userId: number; key: string | undefined; hash: Buffer }

/** The answer as JSON. For a replayed answer, the record may have been deleted meanwhile. */
export type StoredAnswer = { document: string; isDeleted: boolean }

type InsertOnceOptions = {
  /** The table that gets the rows. */
  resource: string
  /** SQL: the original answer as JSON, for the row whose id is "document_id". */
  storedAnswer: string
  /** SQL: whether the row whose id is "document_id" was deleted. */
  isDeleted?: string
  /**
   * SQL: whether the caller may see the answer, if nothing has checked that yet. Its values begin with $5.
   */
  allowed?: string
}

/** Inserts rows idempotently: a retry with the same Idempotency-Key replays the first answer. */
export function createInsertOnce(
  pool: Pool,
  {
    resource,
    storedAnswer,
    isDeleted = `select deleted_at is not null from ${resource} where id = document_id`,
    allowed = 'true',
  }: InsertOnceOptions,
) {
  const name = `replay ${resource}`
  const text = `
    select request_hash = $4 as same, (${storedAnswer}) as document,
      (${isDeleted}) as "isDeleted"
    from idempotency_records
    where user_id = $1 and resource = $2 and key = $3 and (${allowed})`

  async function findStoredAnswer(
    request: IdempotentRequest,
    values: unknown[],
  ): Promise<StoredAnswer | undefined> {
    const { rows } = await pool.query<StoredAnswer & { same: boolean }>({
      name,
      text,
      values: [request.userId, resource, request.key, request.hash, ...values],
    })
    const [stored] = rows
    if (stored?.same === false) throw keyConflict()
    return stored
  }

  /**
   * Nothing is looked up first: the unique key makes the second of two inserts fail, even at the same moment.
   * Any other error (a product may have been deleted since) also replays the first answer, if there is one.
   */
  return async <Inserted>(
    request: IdempotentRequest,
    insert: () => Promise<Inserted>,
    values: unknown[] = [],
  ): Promise<Inserted | StoredAnswer> => {
    return replayOnError<Inserted | StoredAnswer>(insert, async () =>
      request.key === undefined ? undefined : findStoredAnswer(request, values),
    )
  }
}

/**
 * A connection may break after its statement has committed. Then the database knows the answer. It shows no answer
 * before the commit's standby has it.
 */
export async function replayOnError<Result>(
  write: () => Promise<Result>,
  find: () => Promise<Result | undefined>,
): Promise<Result> {
  const deadline = getDeadline()
  try {
    return await write()
  } catch (error) {
    if (isStandbyWait(error)) throw error
    const stored = await withDeadline(deadline, find)
    if (stored !== undefined) return stored
    throw error
  }
}

/** The error of a key that was used with another body. */
export function keyConflict(): AppError {
  const message = 'This Idempotency-Key was used with another body.'
  return new AppError('conflict', message, { errors: [{ path: idempotencyKeyHeader, message }] })
}

/** Hashes the body as the contract has parsed it, so that formatting makes no difference. */
export function hashBody(input: unknown): Buffer {
  return digest('sha256', JSON.stringify(input), 'buffer')
}

export type Transaction = Prisma.TransactionClient

export type NamedStatement = Required<PreparedStatement>

/** The session of the caller, and the key and hash of the request. */
export type DocumentRequest = Session & IdempotentRequest

export type DocumentWriterOptions<Input> = {
  resource: 'sales' | 'purchases' | 'returns'
  /** Returns { document: its JSON }, { broken: fields that cannot be stored }, or only a role. */
  record: (input: Input, request: DocumentRequest) => NamedStatement
  /** SQL: the document as JSON whose id is "document_id". */
  storedAnswer: string
}

type RecordResult = {
  role: number | null
  document: string | null
  broken: BrokenField[] | null
  /** The document belongs to one that does not exist. */
  isMissing?: boolean | null
}

/** A document, or the role of a caller who may not record any. The role is null if the session has ended. */
export type DocumentAnswer = StoredAnswer | { document: null; role: number | null }

/** Records documents idempotently: a retry with the same Idempotency-Key replays the first answer. */
export function createDocumentWriter<Input>(pool: Pool, options: DocumentWriterOptions<Input>) {
  const { resource, record, storedAnswer } = options
  const account = accountSql({ userId: '$1', version: '$5', session: '$6' })
  const allowed = `select allowed from (${account}) as account`
  const insertOnce = createInsertOnce(pool, { resource, storedAnswer, allowed })

  async function runStatement(statement: NamedStatement): Promise<DocumentAnswer> {
    const [result] = await queryKeepingConnection<RecordResult>(pool, statement)
    if (!result) throw new Error('A record statement must return one row.')
    const { role, document, broken, isMissing } = result
    if (document !== null) return { document, isDeleted: false }
    if (isMissing) throw noSuchRecord()
    if (broken === null) return { document, role }
    throw invalidFields(broken)
  }

  return async (
    input: Input,
    caller: Session,
    key: string | undefined,
  ): Promise<DocumentAnswer> => {
    const request: DocumentRequest = { ...caller, key, hash: hashBody(input) }
    const values = [request.version, request.session]
    return insertOnce(request, () => runStatement(record(input, request)), values)
  }
}

export type DocumentTable = 'sale' | 'purchase' | 'return'

/** SQL: when a document was recorded, and by whom. It needs `creatorSql` in its from clause. */
export const recordingSql = (document: DocumentTable) =>
  `${isoInstantSql(`${document}.created_at`)} as "createdAt", creator.name as "createdByName"`

export const creatorSql = (document: DocumentTable) =>
  `join users as creator on creator.id = ${document}.created_by_id`

/**
 * The lines of a sale or a purchase as a JSON array in the order of entry, from `table` or from the result of
 * an insert. A sorted subselect is the fastest: a sorting aggregate, a join, and mapping rows in Node all
 * took longer (measured with 10,000 sales).
 */
export const documentLinesSql = (table: string, document: 'sale' | 'purchase') => `(
    select json_agg(line) from (
      select ${document === 'sale' ? 'id, ' : ''}product_id as "productId", product_name as "productName",
        price, quantity, total${document === 'sale' ? ', cost' : ''}
      from ${table} where ${document}_id = ${document}.id order by id
    ) as line
  )`
