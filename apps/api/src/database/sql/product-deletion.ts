import type { Pool } from 'pg'
import { actingAs } from './acting-account'
import { createDeletion, type Deletion, restoreSql } from './deletion-and-restore'

/** How often a restore starts again because another product took one of its codes at the same moment. */
const attempts = 5

/**
 * Deletes products. A restored product comes back without its code if another product has it by now. Of two restored
 * products with one code, the one that was deleted last keeps it.
 */
export function createProductDeletion(pool: Pool): Deletion {
  const isTaken = `(
    exists (
      select from products as owner
      where code_key(owner.code) = code_key(found.code) and owner.deleted_at is null and owner.code is not null
    ) or exists (
      select from found as later
      where code_key(later.code) = code_key(found.code)
        and (later.deleted_at, later.id) > (found.deleted_at, found.id)
    )
  )`
  const text = `
    with found as (
      select id, code, deleted_at from products where ${restoreSql.deleted} order by id for no key update
    ), judged as (
      select id, ${isTaken} as is_taken from found
    ), restored as (
      update products set ${restoreSql.unmark}, code = case when is_taken then null else code end
      from judged, ${actingAs('$3')} where products.id = judged.id
      returning products.id, is_taken
    )
    select count(*)::integer as records,
      coalesce(array_agg(id order by id) filter (where is_taken), '{}') as "codesRemoved"
    from restored`

  async function restore(ids: number[], userId: number, batch?: string) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { rows } = await pool.query<{ records: number; codesRemoved: number[] }>(text, [
          ids,
          batch ?? null,
          userId,
        ])
        const { records = 0, codesRemoved = [] } = rows[0] ?? {}
        return { records, rows: records, codesRemoved }
      } catch (error) {
        if (attempt === attempts || !isCodeTaken(error)) throw error
      }
    }
  }

  return { ...createDeletion(pool, 'products'), restore }
}

const uniqueCode = 'products_code_unique_while_not_deleted'

/** Whether the write failed because another product has the code. Prisma hides the index in the error's metadata. */
export function isCodeTaken(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('constraint' in error && error.constraint === uniqueCode) return true
  const { cause } = Object(Object(Object(error).meta).driverAdapterError)
  return Object(Object(cause).constraint).index === uniqueCode
}
