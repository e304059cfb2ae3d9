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
import { createDeletion, type Deletion } from '#src/database/sql/deletion'
import { createRecordWriter, type Transaction } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-reader'
import { AppError, type BrokenField } from '#src/errors'
import { describeRecords } from '#src/http/openapi/resources'
import type { ApiModule } from '#src/http/endpoint'
import { recordEndpoints } from '#src/http/record-endpoints'

export const productsModule: ApiModule = {
  describe: describeRecords(
    products,
    { one: 'product', a: 'a product', many: 'products' },
    {
      create: 'Its stock is the first movement of its ledger.',
      update:
        'With `baseStock`, what is added to the stock is `stock - baseStock`, so that an edit never wipes out the sales that were made meanwhile. Without it the stock becomes `stock`.',
    },
  ),
  endpoints: (parts) => recordEndpoints(products, createProducts(parts), parts.answerList),
}

const select = {
  id: true,
  name: true,
  description: true,
  price: true,
  cost: true,
  categoryId: true,
} as const

function createProducts({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const { remove, restore }: Deletion = createDeletion(pool, 'products')
  const create = createRecordWriter({ db, pool }, 'products', enter)

  function list(): ListQuery {
    return {
      name: 'list products',
      text: `
        select product.id, product.name, description, price, cost, stock,
          category_id as "categoryId", category.name as "categoryName"
        from products as product
          left join categories as category
            on category.id = category_id and category.deleted_at is null
        where product.deleted_at is null order by product.id`,
      sources: ['products', 'stock_movements', 'categories'],
    }
  }

  /** The stock that a product begins with is the first row of its ledger. */
  async function enter(tx: Transaction, input: ProductInput, userId: number): Promise<Product> {
    const { stock, ...data } = input
    const categoryName = await holdCategory(tx, data.categoryId)
    if (categoryName === undefined) throw broken([noSuchCategory])
    const opening = stock === 0 ? [] : [{ delta: stock, reason: 'opening' as const, userId }]
    const product = await tx.product.create({
      data: { ...data, stockMovements: { create: opening } },
      select,
    })
    return { ...product, stock, categoryName }
  }

  /**
   * A stock edited by hand moves by what the edit adds to the stock that it began with, so that it
   * takes back nothing that was sold meanwhile.
   */
  async function update(id: number, input: ProductUpdate, userId: number): Promise<Product> {
    const { stock, baseStock, ...data } = input
    return db.$transaction(async (tx) => {
      const [current] = await tx.$queryRaw<{ stock: number }[]>`
        select stock from products where id = ${id} and deleted_at is null for no key update`
      if (!current) throw new AppError('not_found', 'There is no such record.')

      const delta = stock - (baseStock ?? current.stock)
      const refusal = checkStockEdit(input, current.stock) ?? beyondLimits(current.stock, delta)
      const categoryName = await holdCategory(tx, data.categoryId)
      if (refusal !== null || categoryName === undefined) {
        throw broken([
          ...(refusal === null ? [] : [{ path: 'stock', message: refusal }]),
          ...(categoryName === undefined ? [noSuchCategory] : []),
        ])
      }

      const product = await tx.product.update({ where: { id }, data, select })
      if (delta !== 0) {
        const movement = { productId: id, delta, reason: 'adjustment' as const, userId }
        await tx.stockMovement.create({ data: movement })
      }
      return { ...product, stock: current.stock + delta, categoryName }
    })
  }

  return { list, create, update, remove, restore }
}

const noSuchCategory = { path: 'categoryId', message: 'There is no such category.' }

/** The category's name, which nobody changes, and which nobody deletes, until the product is written. */
async function holdCategory(tx: Transaction, id: number): Promise<string | undefined> {
  const [category] = await tx.$queryRaw<{ name: string }[]>`
    select name from categories where id = ${id} and deleted_at is null for share`
  return category?.name
}

function beyondLimits(stock: number, delta: number): string | null {
  const tooFar = Math.max(Math.abs(delta), Math.abs(stock + delta)) > limits.stock
  return tooFar ? stockBeyondLimits : null
}

function broken(errors: BrokenField[]): AppError {
  return new AppError('invalid', errors[0]?.message ?? 'The body breaks a rule.', { errors })
}
