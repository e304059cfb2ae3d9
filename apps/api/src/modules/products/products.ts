import {
  limits,
  type Product,
  type ProductInput,
  products,
  type ProductUpdate,
  stockBeyondLimits,
  checkStockEdit,
} from '@stockie/contracts'
import type { Pool } from 'pg'
import type { PrismaClient } from '#src/database/generated/client'
import { createProductDeletion, isCodeTaken } from '#src/database/sql/product-deletion'
import type { Transaction } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-query'
import { createRecordWriter, type Edit } from '#src/database/sql/record-writer'
import { invalidFields } from '#src/errors'
import type { ApiModule } from '#src/http/api-router'
import { describeRecords } from '#src/http/openapi/resources'
import { recordEndpoints } from '#src/http/endpoints/resource-endpoints'

export const productsModule: ApiModule = {
  describe: describeRecords(
    products,
    { singular: 'product', withArticle: 'a product', plural: 'products' },
    {
      create: 'The stock becomes the first movement of its ledger.',
      update:
        'With `baseStock`, the stock changes by `stock - baseStock`, so that an edit keeps the sales that were made meanwhile. Without it, the stock becomes `stock`. `stockReason` and `stockNote` are kept with the movement; if the stock does not change, they are ignored. Without `code`, `reorderLevel` or `reorderTarget`, the product keeps it; null removes it.',
      restore:
        'A product whose code another one has by now comes back without it, and `codesRemoved` has its id.',
    },
  ),
  endpoints: (parts) => recordEndpoints(products, createProducts(parts), parts),
}

const select = {
  id: true,
  name: true,
  description: true,
  price: true,
  cost: true,
  categoryId: true,
  code: true,
  reorderLevel: true,
  reorderTarget: true,
  version: true,
} as const

export function createProducts({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const deletion = createProductDeletion(pool)
  const writer = createRecordWriter({ db, pool }, { table: 'products', list, insert, update })

  function list(): ListQuery {
    return {
      name: 'list products',
      text: `
        select product.id, product.name, description, price, cost, stock,
          category_id as "categoryId", category.name as "categoryName", code,
          reorder_level as "reorderLevel", reorder_target as "reorderTarget", product.version
        from products as product
          left join categories as category
            on category.id = category_id and category.deleted_at is null
        where product.deleted_at is null order by product.id`,
      sources: ['products', 'stock_movements', 'categories'],
      parts: { table: 'products', sources: ['products', 'stock_movements'] },
    }
  }

  /** The initial stock becomes the first row of the product's ledger. */
  async function insert(tx: Transaction, input: ProductInput, userId: number): Promise<Product> {
    const { stock, ...data } = input
    const categoryName = await lockCategory(tx, data.categoryId)
    if (categoryName === undefined) throw invalidFields([unknownCategory])
    const opening = stock === 0 ? [] : [{ delta: stock, reason: 'opening' as const, userId }]
    const product = await tx.product.create({
      data: { ...data, stockMovements: { create: opening } },
      select,
    })
    return { ...product, stock, categoryName }
  }

  /**
   * Changes the stock by the difference to the value that the user started from. An edit must not undo the
   * sales that were made meanwhile. A save that is sent again moves only what the first one did not move.
   */
  async function update(
    tx: Transaction,
    { id, input, userId, key }: Edit<ProductUpdate>,
  ): Promise<Product> {
    const { stock, baseStock, stockReason = null, stockNote = null, ...data } = input
    const { stock: currentStock } = await tx.product.findUniqueOrThrow({
      where: { id },
      select: { stock: true },
    })
    // Another base is another edit: the user has seen the stock that the first save left.
    const editKey = key === undefined || baseStock === undefined ? null : `${key} ${baseStock}`
    const moved = editKey === null ? 0 : await sumMoved(tx, { productId: id, editKey })
    const delta = stock - (baseStock ?? currentStock) - moved
    const refusal = checkStockEdit(input, currentStock) ?? checkLimits(currentStock, delta)
    const categoryName = await lockCategory(tx, data.categoryId)
    if (refusal !== null || categoryName === undefined) {
      throw invalidFields([
        ...(refusal === null ? [] : [{ path: 'stock', message: refusal }]),
        ...(categoryName === undefined ? [unknownCategory] : []),
      ])
    }

    const product = await tx.product.update({ where: { id }, data, select })
    if (delta !== 0) {
      const movement = { productId: id, delta, reason: 'adjustment' as const, userId, editKey }
      const details = { adjustmentReason: stockReason, note: stockNote, unitCost: product.cost }
      await tx.stockMovement.create({ data: { ...movement, ...details } })
    }
    return { ...product, stock: currentStock + delta, categoryName }
  }

  return {
    list,
    ...deletion,
    create: (...creation: Parameters<typeof writer.create>) =>
      nameCodeOwner(pool, creation[0].code, () => writer.create(...creation)),
    update: (edit: Parameters<typeof writer.update>[0]) =>
      nameCodeOwner(pool, edit.input.code, () => writer.update(edit)),
  }
}

/**
 * Nothing is looked up before the write: the unique index refuses the second of two products with one code, even at
 * the same moment.
 */
async function nameCodeOwner<Result>(
  pool: Pool,
  code: string | null | undefined,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isCodeTaken(error)) throw error
    const { rows } = await pool.query<{ name: string }>(
      'select name from products where code_key(code) = code_key($1) and deleted_at is null',
      [code],
    )
    // The other product may have lost the code meanwhile. Then the caller may try again.
    const owner = rows[0] ? `"${rows[0].name}"` : 'another product'
    throw invalidFields([{ path: 'code', message: `This code belongs to ${owner}.` }])
  }
}

const unknownCategory = { path: 'categoryId', message: 'There is no such category.' }

/** Locks the category and returns its name. It cannot be renamed or deleted until the product is written. */
async function lockCategory(tx: Transaction, id: number): Promise<string | undefined> {
  const [category] = await tx.$queryRaw<{ name: string }[]>`
    select name from categories where id = ${id} and deleted_at is null for share`
  return category?.name
}

/** How much earlier saves of the same form have moved the stock. */
async function sumMoved(
  tx: Transaction,
  where: { productId: number; editKey: string },
): Promise<number> {
  const { _sum: sum } = await tx.stockMovement.aggregate({ where, _sum: { delta: true } })
  return sum.delta ?? 0
}

function checkLimits(stock: number, delta: number): string | null {
  const exceedsLimits = Math.max(Math.abs(delta), Math.abs(stock + delta)) > limits.stock
  return exceedsLimits ? stockBeyondLimits : null
}
