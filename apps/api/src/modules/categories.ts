import { categories, type Category, type CategoryInput } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { PrismaClient } from '#src/database/generated/client'
import { createDeletion } from '#src/database/sql/deletion-and-restore'
import { createRecordWriter, type Transaction } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-reader'
import type { ApiModule } from '#src/http/api-router'
import { describeRecords } from '#src/http/openapi/resources'
import { recordEndpoints } from '#src/http/endpoints/resource-endpoints'

export const categoriesModule: ApiModule = {
  describe: describeRecords(categories, {
    singular: 'category',
    withArticle: 'a category',
    plural: 'categories',
  }),
  endpoints: (parts) => recordEndpoints(categories, createCategories(parts), parts),
}

const select = { id: true, name: true } as const

function createCategories({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const deletion = createDeletion(pool, 'categories')
  const create = createRecordWriter({ db, pool }, 'categories', insert)

  function list(): ListQuery {
    return {
      name: 'list categories',
      text: `
        select id, name, (
          select count(*)::integer from products
          where category_id = categories.id and deleted_at is null
        ) as "productCount"
        from categories where deleted_at is null order by id`,
      sources: ['categories', 'products'],
    }
  }

  async function insert(tx: Transaction, data: CategoryInput): Promise<Category> {
    return tx.category.create({ data, select })
  }

  async function update(id: number, data: CategoryInput): Promise<Category> {
    return db.category.update({ where: { id, deletedAt: null }, data, select })
  }

  return { list, create, update, ...deletion }
}
