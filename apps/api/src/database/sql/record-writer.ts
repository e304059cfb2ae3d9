import type { Pool } from 'pg'
import { Prisma, type PrismaClient } from '#src/database/generated/client'
import { noSuchRecord } from '#src/errors'
import type { RecordTable } from './deletion-and-restore'
import { createInsertOnce, hashBody, type StoredAnswer, type Transaction } from './idempotency'
import type { ListQuery } from './list-query'
import { readVersionConflict } from './version-conflict'

type Insert<Input, Row> = (tx: Transaction, input: Input, userId: number) => Promise<Row>

type Update<Input, Row> = (tx: Transaction, edit: Edit<Input>) => Promise<Row>

/** An edit of a record. With a version, it fails if the record has another one meanwhile. */
export type Edit<Input> = {
  id: number
  input: Input
  userId: number
  version: number | undefined
  /** All saves of a form have the same key. The answer to an earlier save may be lost. */
  key: string | undefined
}

type Options<Input, Changes, Row> = {
  table: RecordTable
  /** The record's row in its list. */
  list: () => ListQuery
  insert: Insert<Input, Row>
  /** Gets a record that exists and is locked. */
  update: Update<Changes, Row>
}

/**
 * Creates records idempotently, and changes them. Stores the answer of a creation with its key, because records
 * change later, unlike documents.
 */
export function createRecordWriter<Input, Changes, Row extends { id: number }>(
  { db, pool }: { db: PrismaClient; pool: Pool },
  { table, list, insert, update }: Options<Input, Changes, Row>,
) {
  const insertOnce = createInsertOnce(pool, { resource: table, storedAnswer: 'first_answer' })

  async function create(
    input: Input,
    userId: number,
    key: string | undefined,
  ): Promise<StoredAnswer> {
    const hash = hashBody(input)
    return insertOnce({ userId, key, hash }, () =>
      db.$transaction(async (tx) => {
        await tx.$queryRaw`select set_config('stockie.account', ${String(userId)}, true)`
        const row = await insert(tx, input, userId)
        const document = JSON.stringify(row)
        if (key !== undefined) {
          await tx.$executeRaw`
            insert into idempotency_records (user_id, resource, key, request_hash, document_id, first_answer)
            values (${userId}, ${table}, ${key}, ${hash}, ${row.id}, ${document}::json)`
        }
        return { document, isDeleted: false }
      }),
    )
  }

  /** SQL in three parts, for the account and the id between them. */
  const lock = [
    `select version, set_config('stockie.account', `,
    `, true) as account from ${table} where id = `,
    ` and deleted_at is null for no key update`,
  ]

  async function change(edit: Edit<Changes>): Promise<Row> {
    const { id, userId, version } = edit
    const changed = await db.$transaction(async (tx) => {
      const [current] = await tx.$queryRaw<{ version: number }[]>(
        Prisma.sql(lock, String(userId), id),
      )
      if (!current || (version ?? current.version) !== current.version) return undefined
      return update(tx, edit)
    })
    if (changed) return changed
    if (version === undefined) throw noSuchRecord()
    const resource = table.replace('_', '-')
    const conflict = await readVersionConflict(pool, { resource, id, current: list() })
    // The record was deleted, and then restored before the conflict was read.
    if (conflict.details?.current?.['version'] === version) return change(edit)
    throw conflict
  }

  return { create, update: change }
}
