import { limits } from '@stockie/contracts'
import type { Pool } from 'pg'

/** The tables of the six kinds of records. */
export type RecordTable =
  | 'customers'
  | 'suppliers'
  | 'categories'
  | 'expense_categories'
  | 'expenses'
  | 'products'

/** What a deletion or a restore changed: the records, and all rows that PostgreSQL wrote for them. */
export type Changed = { records: number; rows: number }

/** Soft deletion. */
export type Deletion = {
  remove: (ids: number[], userId: number) => Promise<Changed>
  restore: (ids: number[], userId: number) => Promise<Changed>
  /** The most rows that either of them writes for one record. */
  rowsPerRecord: number
  /** Counts the rows that either of them writes for these records, if it changes all of them. */
  countRows: (ids: number[]) => Promise<number>
}

/** Deletes records that move no stock. Locks the rows in the order of their ids, to avoid deadlocks. */
export function createDeletion(pool: Pool, table: RecordTable): Deletion {
  const remove = `
    with alive as (
      select id from ${table} where id = any($1) and deleted_at is null
      order by id for no key update
    )
    update ${table} set deleted_at = now(), deleted_by_id = $2, deletion_batch = batch
    from alive, gen_random_uuid() as batch where ${table}.id = alive.id`
  const restore = `
    with deleted as (
      select id from ${table} where id = any($1) and deleted_at is not null
      order by id for no key update
    )
    update ${table} set deleted_at = null, deleted_by_id = null, deletion_batch = null
    from deleted where ${table}.id = deleted.id`

  async function change(text: string, values: unknown[]): Promise<Changed> {
    const { rowCount } = await pool.query(text, values)
    const records = rowCount ?? 0
    return { records, rows: records }
  }

  return {
    remove: (ids, userId) => change(remove, [ids, userId]),
    restore: (ids) => change(restore, [ids]),
    rowsPerRecord: 1,
    countRows: async (ids) => ids.length,
  }
}

/**
 * Deletes documents with their stock movements. Documents that are already deleted, even by a transaction
 * that this one waited for, are skipped; the ledger's unique turn would refuse a second reversal anyway.
 * Locks documents in the order of their ids, then the ledger locks products in theirs.
 */
export function createDocumentDeletion(pool: Pool, document: 'sale' | 'purchase'): Deletion {
  const table = `${document}s`
  const statement = (condition: string, changes: string, delta: string, reason: string) => `
    with found as (
      select id from ${table} where id = any($1) and ${condition}
      order by id for no key update
    ), changed as (
      update ${table} set ${changes}, turn = turn + 1
      from found, gen_random_uuid() as batch where ${table}.id = found.id
      returning ${table}.id, turn
    ), movement as (
      insert into stock_movements (product_id, delta, reason, ${document}_id, turn, user_id)
      select product_id, ${delta}, '${document}_${reason}', changed.id, changed.turn, $2
      from changed join stock_movements as first
        on first.${document}_id = changed.id and first.turn = 0
      order by product_id, changed.id
      returning 1
    ), counted as (select count(*) as records from changed)
    select records, records + (select count(*) from movement) as rows from counted`
  const remove = statement(
    'deleted_at is null',
    'deleted_at = now(), deleted_by_id = $2, deletion_batch = batch',
    '-delta',
    'deleted',
  )
  const restore = statement(
    'deleted_at is not null',
    'deleted_at = null, deleted_by_id = null, deletion_batch = null',
    'delta',
    'restored',
  )

  async function change(name: string, text: string, values: unknown[]): Promise<Changed> {
    const { rows } = await pool.query<Changed>({ name, text, values })
    return rows[0] ?? { records: 0, rows: 0 }
  }

  async function countRows(ids: number[]): Promise<number> {
    const { rows } = await pool.query<{ movements: number }>(
      `select count(*) as movements from stock_movements where ${document}_id = any($1) and turn = 0`,
      [ids],
    )
    return ids.length + (rows[0]?.movements ?? 0)
  }

  return {
    remove: (ids, userId) => change(`delete ${table}`, remove, [ids, userId]),
    restore: (ids, userId) => change(`restore ${table}`, restore, [ids, userId]),
    rowsPerRecord: 1 + limits.documentLines,
    countRows,
  }
}
