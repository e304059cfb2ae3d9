import {
  expenseCategories,
  type ExpenseCategory,
  type ExpenseCategoryInput,
} from '@stockie/contracts'
import type { Pool } from 'pg'
import type { PrismaClient } from '#src/database/generated/client'
import { createDeletion } from '#src/database/sql/deletion-and-restore'
import type { Transaction } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-query'
import { createRecordWriter } from '#src/database/sql/record-writer'
import type { ApiModule } from '#src/http/api-router'
import { describeRecords } from '#src/http/openapi/resources'
import { recordEndpoints } from '#src/http/endpoints/resource-endpoints'

export const expenseCategoriesModule: ApiModule = {
  describe: describeRecords(expenseCategories, {
    singular: 'expense category',
    withArticle: 'an expense category',
    plural: 'expense categories',
  }),
  endpoints: (parts) => recordEndpoints(expenseCategories, createExpenseCategories(parts), parts),
}

const select = { id: true, name: true, version: true } as const

function createExpenseCategories({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const deletion = createDeletion(pool, 'expense_categories')
  const writer = createRecordWriter(
    { db, pool },
    { table: 'expense_categories', list, insert, update },
  )

  function list(): ListQuery {
    return {
      name: 'list expense categories',
      text: `
        select id, name, (
          select count(*)::integer from expenses
          where expense_category_id = expense_categories.id and deleted_at is null
        ) as "expenseCount", version
        from expense_categories where deleted_at is null order by id`,
      sources: ['expense_categories', 'expenses'],
    }
  }

  async function insert(tx: Transaction, data: ExpenseCategoryInput): Promise<ExpenseCategory> {
    return tx.expenseCategory.create({ data, select })
  }

  async function update(
    tx: Transaction,
    { id, input: data }: { id: number; input: ExpenseCategoryInput },
  ): Promise<ExpenseCategory> {
    return tx.expenseCategory.update({ where: { id }, data, select })
  }

  return { list, ...writer, ...deletion }
}
