import type { Category, CategoryInput } from '@stockie/contracts'
import type { Pool } from 'pg'
import { createEntry, type Transaction } from '@/database/create-entry'
import { createDeletion, type Deletion } from '@/database/deletion'
import type { PrismaClient } from '@/database/generated/client'
import type { ListQuery } from '@/database/read-list'

const select = { id: true, name: true } as const

export function createCategories({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const { remove, restore }: Deletion = createDeletion(pool, 'categories')
  const create = createEntry({ db, pool }, 'categories', enter)

  function list(): ListQuery {
    return {
      name: 'list categories',
      text: 'select id, name from categories where deleted_at is null order by id',
      sources: ['categories'],
    }
  }

  async function enter(tx: Transaction, data: CategoryInput): Promise<Category> {
    return tx.category.create({ data, select })
  }

  async function update(id: number, data: CategoryInput): Promise<Category> {
    return db.category.update({ where: { id, deletedAt: null }, data, select })
  }

  return { list, create, update, remove, restore }
}
