import { type DateRangeQuery, type Expense, type ExpenseInput, expenses } from '@stockie/contracts'
import type { Pool } from 'pg'
import { Prisma, type PrismaClient } from '#src/database/generated/client'
import { createDeletion } from '#src/database/sql/deletion-and-restore'
import { isoInstantSql, withinDays } from '#src/database/sql/days-to-instants'
import { createRecordWriter, type Transaction } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-reader'
import { invalidFields, noSuchRecord } from '#src/errors'
import type { ApiModule } from '#src/http/api-router'
import { describeRecords } from '#src/http/openapi/resources'
import { recordEndpoints } from '#src/http/endpoints/resource-endpoints'

export const expensesModule: ApiModule = {
  describe: describeRecords(
    expenses,
    { singular: 'expense', withArticle: 'an expense', plural: 'expenses' },
    {
      list: "Newest first. `day` is the calendar day of `createdAt` in the store's time zone.",
      create: "The expense belongs to the day on which it is added, in the store's time zone.",
      update: 'The day of the expense does not change.',
    },
  ),
  endpoints: (parts) => recordEndpoints(expenses, createExpenses(parts), parts),
}

type Parts = { db: PrismaClient; pool: Pool; timeZone: string }

/** SQL for expenses with the contract's field names. The time zone parameter goes between the two parts. */
const [beforeZone, afterZone] = [
  `select expense.id, expense.name, amount, description,
    expense_category_id as "expenseCategoryId", category.name as "expenseCategoryName",
    ${isoInstantSql('expense.created_at')} as "createdAt",
    to_char(expense.created_at at time zone `,
  `, 'YYYY-MM-DD') as day
  from expenses as expense
    left join expense_categories as category
      on category.id = expense_category_id and category.deleted_at is null`,
] as const

export function createExpenses({ db, pool, timeZone }: Parts) {
  const deletion = createDeletion(pool, 'expenses')
  const create = createRecordWriter({ db, pool }, 'expenses', insert)

  /** The range counts days in the store's time zone. */
  function list({ startDate, endDate }: DateRangeQuery): ListQuery {
    const days = withinDays('expense.created_at', { start: '$1', end: '$2', zone: '$3' })
    return {
      name: 'list expenses',
      text: `${beforeZone}$3${afterZone}
        where expense.deleted_at is null and ${days}
        order by expense.created_at desc, expense.id desc`,
      values: [startDate ?? null, endDate ?? null, timeZone],
      sources: ['expenses', 'expense_categories'],
    }
  }

  async function insert(tx: Transaction, data: ExpenseInput): Promise<Expense> {
    await lockCategory(tx, data.expenseCategoryId)
    const { id } = await tx.expense.create({ data, select: { id: true } })
    return read(tx, id)
  }

  async function update(id: number, data: ExpenseInput): Promise<Expense> {
    return db.$transaction(async (tx) => {
      const [current] = await tx.$queryRaw<object[]>`
        select id from expenses where id = ${id} and deleted_at is null for no key update`
      if (!current) throw noSuchRecord()

      await lockCategory(tx, data.expenseCategoryId)
      await tx.expense.update({ where: { id }, data, select: { id: true } })
      return read(tx, id)
    })
  }

  async function read(tx: Transaction, id: number): Promise<Expense> {
    const parts = [beforeZone, `${afterZone} where expense.id = `, '']
    const [row] = await tx.$queryRaw<Expense[]>(Prisma.sql(parts, timeZone, id))
    if (!row) throw new Error('The expense that was just written does not exist.')
    return row
  }

  return { list, create, update, ...deletion }
}

/** Locks the category. It cannot be renamed or deleted until the expense is written. */
async function lockCategory(tx: Transaction, id: number): Promise<void> {
  const [category] = await tx.$queryRaw<object[]>`
    select id from expense_categories where id = ${id} and deleted_at is null for share`
  if (category) return
  throw invalidFields([
    { path: 'expenseCategoryId', message: 'There is no such expense category.' },
  ])
}
