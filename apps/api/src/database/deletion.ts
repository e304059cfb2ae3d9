import type { Pool } from 'pg'

/** Where the six kinds of records are kept. */
export type RecordTable =
  | 'customers'
  | 'suppliers'
  | 'categories'
  | 'expense_categories'
  | 'expenses'
  | 'products'

/** Marking records as deleted, and taking the mark away again; each answers how many it changed. */
export type Deletion = {
  remove: (ids: number[], userId: number) => Promise<number>
  restore: (ids: number[], userId: number) => Promise<number>
}

/** Of records that move no stock. Rows are locked in the order of ids, so that nobody waits in a circle. */
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

  async function count(text: string, values: unknown[]): Promise<number> {
    return (await pool.query(text, values)).rowCount ?? 0
  }

  return {
    remove: (ids, userId) => count(remove, [ids, userId]),
    restore: (ids) => count(restore, [ids]),
  }
}
