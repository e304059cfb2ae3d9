import { type DateRangeQuery, type Expense, type ExpenseInput, expenses } from '@stockie/contracts'
import type { Pool } from 'pg'
import { Prisma, type PrismaClient } from '#src/database/generated/client'
import { createDeletion, type Deletion } from '#src/database/sql/deletion'
import { withinDays } from '#src/database/sql/fragments'
import { createRecordWriter, type Transaction } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-reader'
import { AppError } from '#src/errors'
import { describeRecords } from '#src/http/openapi/resources'
import type { ApiModule } from '#src/http/endpoint'
import { recordEndpoints } from '#src/http/record-endpoints'

export const expensesModule: ApiModule = {
  describe: describeRecords(
    expenses,
    { one: 'expense', a: 'an expense', many: 'expenses' },
    {
      list: "Newest first. `day` is the calendar day of `createdAt` in the store's time zone.",
      create: "It belongs to the day on which it is added, in the store's time zone.",
      update: 'Its day stays what it was.',
    },
  ),
  endpoints: (parts) => recordEndpoints(expenses, createExpenses(parts), parts.answerList),
}

type Parts = { db: PrismaClient; pool: Pool; timeZone: string }

/** SQL: expenses as the contract writes them, around the parameter that is the store's time zone. */
const [beforeZone, afterZone] = [
  `select expense.id, expense.name, amount, description,
    expense_category_id as "expenseCategoryId", category.name as "expenseCategoryName",
    to_char(expense.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(expense.created_at at time zone `,
  `, 'YYYY-MM-DD') as day
  from expenses as expense
    left join expense_categories as category
      on category.id = expense_category_id and category.deleted_at is null`,
] as const

export function createExpenses({ db, pool, timeZone }: Parts) {
  const { remove, restore }: Deletion = createDeletion(pool, 'expenses')
  const create = createRecordWriter({ db, pool }, 'expenses', enter)

  /** Of the days that the store's clock shows. */
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

  async function enter(tx: Transaction, data: ExpenseInput): Promise<Expense> {
    await holdCategory(tx, data.expenseCategoryId)
    const { id } = await tx.expense.create({ data, select: { id: true } })
    return read(tx, id)
  }

  async function update(id: number, data: ExpenseInput): Promise<Expense> {
    return db.$transaction(async (tx) => {
      const [current] = await tx.$queryRaw<object[]>`
        select id from expenses where id = ${id} and deleted_at is null for no key update`
      if (!current) throw new AppError('not_found', 'There is no such record.')

      await holdCategory(tx, data.expenseCategoryId)
      await tx.expense.update({ where: { id }, data, select: { id: true } })
      return read(tx, id)
    })
  }

  async function read(tx: Transaction, id: number): Promise<Expense> {
    const around = [beforeZone, `${afterZone} where expense.id = `, '']
    const [row] = await tx.$queryRaw<Expense[]>(Prisma.sql(around, timeZone, id))
    if (!row) throw new Error('An expense that was just written is there.')
    return row
  }

  return { list, create, update, remove, restore }
}

/** Nobody changes the category's name, and nobody deletes it, until the expense is written. */
async function holdCategory(tx: Transaction, id: number): Promise<void> {
  const [category] = await tx.$queryRaw<object[]>`
    select id from expense_categories where id = ${id} and deleted_at is null for share`
  if (category) return
  const message = 'There is no such expense category.'
  throw new AppError('invalid', message, { errors: [{ path: 'expenseCategoryId', message }] })
}
