import type { ExpenseCategory, ExpenseCategoryInput } from '@stockie/contracts'
import type { Pool } from 'pg'
import { createEntry, type Transaction } from '@/database/create-entry'
import { createDeletion, type Deletion } from '@/database/deletion'
import type { PrismaClient } from '@/database/generated/client'
import type { ListQuery } from '@/database/read-list'

const select = { id: true, name: true } as const

export function createExpenseCategories({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const { remove, restore }: Deletion = createDeletion(pool, 'expense_categories')
  const create = createEntry({ db, pool }, 'expense_categories', enter)

  function list(): ListQuery {
    return {
      name: 'list expense categories',
      text: 'select id, name from expense_categories where deleted_at is null order by id',
      sources: ['expense_categories'],
    }
  }

  async function enter(tx: Transaction, data: ExpenseCategoryInput): Promise<ExpenseCategory> {
    return tx.expenseCategory.create({ data, select })
  }

  async function update(id: number, data: ExpenseCategoryInput): Promise<ExpenseCategory> {
    return db.expenseCategory.update({ where: { id, deletedAt: null }, data, select })
  }

  return { list, create, update, remove, restore }
}
