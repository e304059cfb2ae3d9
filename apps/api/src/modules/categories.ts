import { categories, type Category, type CategoryInput } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { PrismaClient } from '#src/database/generated/client'
import { createDeletion } from '#src/database/sql/deletion-and-restore'
import type { Transaction } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-query'
import { createRecordWriter } from '#src/database/sql/record-writer'
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

const select = { id: true, name: true, version: true } as const

function createCategories({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const deletion = createDeletion(pool, 'categories')
  const writer = createRecordWriter({ db, pool }, { table: 'categories', list, insert, update })

  function list(): ListQuery {
    return {
      name: 'list categories',
      text: `
        select id, name, (
          select count(*)::integer from products
          where category_id = categories.id and deleted_at is null
        ) as "productCount", version
        from categories where deleted_at is null order by id`,
      sources: ['categories', 'products'],
    }
  }

  async function insert(tx: Transaction, data: CategoryInput): Promise<Category> {
    return tx.category.create({ data, select })
  }

  async function update(
    tx: Transaction,
    { id, input: data }: { id: number; input: CategoryInput },
  ): Promise<Category> {
    return tx.category.update({ where: { id }, data, select })
  }

  return { list, ...writer, ...deletion }
}
