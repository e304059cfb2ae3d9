import type { ParkedSaleInput } from '@stockie/contracts'
import type { Pool } from 'pg'
import { createDeletion } from '#src/database/sql/deletion-and-restore'
import {
  hashBody,
  keyConflict,
  replayOnError,
  type StoredAnswer,
} from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-query'
import { AppError, type BrokenField, invalidFields, noSuchRecord } from '#src/errors'
import { findParkedSql, findTakenSql, parkSql, selectRows, takeSql } from './parked-sales.sql'

export function createParkedSales({ pool }: { pool: Pool }) {
  const deletion = createDeletion(pool, 'parked_sales', 'taken_at is null')

  function list(): ListQuery {
    return {
      name: 'list parked sales',
      text: `${selectRows('parked_sales', 'parked_sale_lines')}
        where parked.taken_at is null and parked.deleted_at is null order by parked.id desc`,
      // A new name of a customer, a product or a user changes the rows.
      sources: ['parked_sales', 'customers', 'products', 'users'],
    }
  }

  function park(
    sale: ParkedSaleInput,
    userId: number,
    key: string | undefined,
  ): Promise<StoredAnswer> {
    const hash = hashBody(sale)
    return replayOnError<StoredAnswer>(
      async () => {
        const { document, broken } = await insert(pool, { sale, userId, key, hash })
        if (document === null) throw invalidFields(broken ?? [])
        return { document, isDeleted: false }
      },
      async () => {
        if (key === undefined) return undefined
        const { rows } = await pool.query<StoredAnswer & { same: boolean }>(findParkedSql, [
          userId,
          key,
          hash,
        ])
        if (rows[0]?.same === false) throw keyConflict()
        return rows[0]
      },
    )
  }

  /** Gives a parked sale to one caller. The same key gets it again, because the first answer may be lost. */
  async function take(id: number, userId: number, key: string | undefined): Promise<string> {
    const values = [id, userId, key]
    const found = () => pool.query<TakenSale>(findTakenSql, values).then(({ rows }) => rows[0])
    const taken = await replayOnError(
      async () => (await pool.query<{ document: string }>(takeSql, values)).rows[0],
      async () => {
        const sale = await found()
        return sale?.same ? sale : undefined
      },
    )
    if (taken) return taken.document
    const sale = await found()
    if (sale?.same) return sale.document
    if (!sale?.takenAt) throw noSuchRecord('parked sale')
    const { takenAt, takenByName } = sale
    throw new AppError('taken', 'Another till has resumed this sale.', {
      details: { takenAt, takenByName },
    })
  }

  return { list, park, take, ...deletion }
}

type TakenSale = {
  /** Whether this caller has taken it with this key. */
  same: boolean | null
  document: string
  takenAt: string | null
  takenByName: string
}

type Parking = { sale: ParkedSaleInput; userId: number; key: string | undefined; hash: Buffer }
/** The parked sale, or the fields that name missing records. */
type Inserted = { document: string | null; broken: BrokenField[] | null }

async function insert(pool: Pool, { sale, userId, key, hash }: Parking): Promise<Inserted> {
  const lines = sale.saleDetails
  const { rows } = await pool.query<Inserted>({
    name: 'park sale',
    text: parkSql,
    values: [
      lines.map(({ productId }) => productId),
      lines.map(({ price }) => price),
      lines.map(({ quantity }) => quantity),
      sale.customerId,
      sale.name,
      sale.discount,
      sale.shippingFees,
      sale.remark,
      userId,
      key,
      hash,
    ],
  })
  const [row] = rows
  if (!row) throw new Error('The statement that parks a sale must return one row.')
  return row
}
