import { randomUUID } from 'node:crypto'
import { limits } from '@stockie/contracts'
import type { Pool } from 'pg'
import { actingAs } from './acting-account'
import type { DocumentTable } from './idempotency'

/** The tables of the six kinds of records. */
export type RecordTable =
  | 'customers'
  | 'suppliers'
  | 'categories'
  | 'expense_categories'
  | 'expenses'
  | 'products'

/** What a deletion or a restore changed: the records, and all rows that PostgreSQL wrote for them. */
export type Changed = {
  records: number
  rows: number
  /** The ids of restored products whose code another product has by now. */
  codesRemoved?: number[]
}

/** Soft deletion. A batch names what one deletion deleted. */
export type Deletion = {
  /** Returns a null batch if nothing was deleted. */
  remove: (ids: number[], userId: number) => Promise<Changed & { batch: string | null }>
  /** With a batch, skips records that were restored meanwhile and deleted again by another deletion. */
  restore: (ids: number[], userId: number, batch?: string) => Promise<Changed>
  /** Returns the ids of the batch's records that are still deleted. */
  findBatch: (batch: string) => Promise<number[]>
  /** The most rows that a deletion or a restore writes for one record. */
  rowsPerRecord: number
  /** Counts the rows that either of them writes for these records, if it changes all of them. */
  countRows: (ids: number[]) => Promise<number>
}

/**
 * The SQL condition for the deleted rows of a batch. All of them have the same deleted_at, so the index finds
 * the rest once it has the first row. To find that one, it scans what was deleted later, which is little for
 * the batches that users look for.
 */
export function ofBatchSql(table: string, batch: string): string {
  return `deletion_batch = ${batch}::uuid and deleted_at = (
    select deleted_at from ${table} where deleted_at is not null and deletion_batch = ${batch}::uuid
    order by deleted_at desc, id desc limit 1)`
}

/** The first parameter of every statement is the ids, the second the batch, the third the user. */
const alive = 'id = any($1) and deleted_at is null'
const mark = 'deleted_at = now(), deletion_batch = $2, deleted_by_id = $3'
const deleted =
  'id = any($1) and deleted_at is not null and ($2::uuid is null or deletion_batch = $2)'
const unmark = 'deleted_at = null, deletion_batch = null, deleted_by_id = null'

/** SQL for restores with a statement of their own, with the same parameters. */
export const restoreSql = { deleted, unmark }

/** Deletes records that move no stock. Locks the rows in the order of their ids, to avoid deadlocks. */
export function createDeletion(
  pool: Pool,
  table: RecordTable | 'parked_sales',
  /** SQL: which of the rows that are not deleted may be deleted. */
  isDeletable = 'true',
): Deletion {
  const statement = (condition: string, changes: string) => `
    with found as (
      select id from ${table} where ${condition} order by id for no key update
    )
    update ${table} set ${changes} from found, ${actingAs('$3')} where ${table}.id = found.id`
  const remove = statement(`${alive} and ${isDeletable}`, mark)
  const restore = statement(deleted, unmark)

  async function change(text: string, values: unknown[]): Promise<Changed> {
    const { rowCount } = await pool.query(text, values)
    const records = rowCount ?? 0
    return { records, rows: records }
  }

  return toDeletion(pool, table, {
    remove: (ids, batch, userId) => change(remove, [ids, batch, userId]),
    restore: (ids, batch, userId) => change(restore, [ids, batch, userId]),
    rowsPerRecord: 1,
    countRows: async (ids) => ids.length,
  })
}

/**
 * Deletes documents with their stock movements. Documents that are already deleted, even by a transaction
 * that this one waited for, are skipped; the ledger's unique turn would refuse a second reversal anyway.
 * Locks documents in the order of their ids, then the ledger locks products in theirs. A trigger deletes and restores
 * the returns of a sale with it.
 */
export function createDocumentDeletion(pool: Pool, document: DocumentTable): Deletion {
  const table = `${document}s`
  const sales = partsOf[document]
  const statement = (condition: string, changes: string, delta: string, reason: string) => `
    with ${sales.cte}found as (
      select id from ${table} where ${condition} order by id for no key update
    ), changed as (
      update ${table} set ${changes}, turn = turn + 1
      from found, ${actingAs('$3')} where ${table}.id = found.id
      returning ${table}.id, turn
    ), movement as (
      insert into stock_movements (product_id, delta, reason, ${document}_id, turn, user_id)
      select product_id, ${delta}, '${document}_${reason}', changed.id, changed.turn, $3
      from changed join stock_movements as first
        on first.${document}_id = changed.id and first.turn = 0
      order by product_id, changed.id
      returning 1
    ), counted as (select count(*) as records from changed)
    select records, records + (select count(*) from movement)${sales.rows} as rows from counted`
  const remove = statement(`${alive} ${sales.locked}`, mark, '-delta', 'deleted')
  const restorable = `${deleted} ${sales.locked} ${sales.restorable}`
  const restore = statement(restorable, unmark, 'delta', 'restored')

  async function change(name: string, text: string, values: unknown[]): Promise<Changed> {
    const { rows } = await pool.query<Changed>({ name, text, values })
    return rows[0] ?? { records: 0, rows: 0 }
  }

  async function countRows(ids: number[]): Promise<number> {
    const ofReturns = `union all select id from returns where sale_id = any($1)
      union all select movement.id from stock_movements as movement join returns on returns.id = return_id
        where returns.sale_id = any($1) and movement.turn = 0`
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) from (
         select id from stock_movements where ${document}_id = any($1) and turn = 0
         ${document === 'sale' ? ofReturns : ''}
       ) as row`,
      [ids],
    )
    return ids.length + (rows[0]?.count ?? 0)
  }

  return toDeletion(pool, table, {
    remove: (...values) => change(`delete ${table}`, remove, values),
    restore: (...values) => change(`restore ${table}`, restore, values),
    rowsPerRecord: 1 + limits.documentLines,
    countRows,
  })
}

/**
 * SQL: locks the sales of returns before the returns, as the deletion of a sale with its returns does. The count reads all
 * of them. Returns of a batch stay deleted if their sale was deleted meanwhile: they need their sale first.
 */
const lockedSales = {
  cte: `sale as (
      select id, deleted_at from sales where id in (select sale_id from returns where id = any($1))
      order by id for no key update
    ), `,
  locked: 'and (select count(*) from sale) > 0',
  restorable:
    'and ($2::uuid is null or sale_id in (select id from sale where sale.deleted_at is null))',
  rows: '',
}

/** A sale also moves its returns, by a trigger. */
const withoutSales = { cte: '', locked: '', restorable: '', rows: '' }
const withReturns = {
  ...withoutSales,
  rows: ` + (select count(*) from changed join returns on sale_id = changed.id)
      + (select count(*) from changed join returns on sale_id = changed.id
         join stock_movements as returned on return_id = returns.id and returned.turn = 0)`,
}

const partsOf = { sale: withReturns, purchase: withoutSales, return: lockedSales }

/** Marks and unmarks the records of a table. Both check the rows again once they have locked them. */
type Marks = Pick<Deletion, 'rowsPerRecord' | 'countRows'> & {
  remove: (ids: number[], batch: string, userId: number) => Promise<Changed>
  restore: (ids: number[], batch: string | null, userId: number) => Promise<Changed>
}

function toDeletion(pool: Pool, table: string, { remove, restore, ...costs }: Marks): Deletion {
  const find = `select id from ${table} where ${ofBatchSql(table, '$1')}`

  return {
    ...costs,
    async remove(ids, userId) {
      const batch = randomUUID()
      const changed = await remove(ids, batch, userId)
      return { ...changed, batch: changed.records > 0 ? batch : null }
    },
    restore: (ids, userId, batch) => restore(ids, batch ?? null, userId),
    async findBatch(batch) {
      const { rows } = await pool.query<{ id: number }>(find, [batch])
      return rows.map(({ id }) => id)
    },
  }
}
