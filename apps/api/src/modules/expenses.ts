import { type DateRangeQuery, type Expense, type ExpenseInput, expenses } from '@stockie/contracts'
import type { Pool } from 'pg'
import { Prisma, type PrismaClient } from '#src/database/generated/client'
import { createDeletion } from '#src/database/sql/deletion-and-restore'
import { isoInstantSql, withinDays } from '#src/database/sql/days-to-instants'
import type { Transaction } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-query'
import { createRecordWriter } from '#src/database/sql/record-writer'
import { invalidFields } from '#src/errors'
import type { ApiModule } from '#src/http/api-router'
import { describeRecords } from '#src/http/openapi/resources'
import { recordEndpoints } from '#src/http/endpoints/resource-endpoints'

export const expensesModule: ApiModule = {
  describe: describeRecords(
    expenses,
    { singular: 'expense', withArticle: 'an expense', plural: 'expenses' },
    {
      list: "Newest first. `day` is the calendar day of `createdAt` in the store's time zone.",
      create:
        "Without `date`, the expense belongs to the day on which it is added, in the store's time zone. With it, `createdAt` is noon of that day. A day in the future is accepted, as for sales and purchases.",
      update:
        'Without `date`, or with the day that the expense has, `createdAt` does not change. With another day, it becomes noon of that day. `enteredAt` never changes.',
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
    ${isoInstantSql('expense.entered_at')} as "enteredAt", expense.version,
    to_char(expense.created_at at time zone `,
  `, 'YYYY-MM-DD') as day
  from expenses as expense
    left join expense_categories as category
      on category.id = expense_category_id and category.deleted_at is null`,
] as const

export function createExpenses({ db, pool, timeZone }: Parts) {
  const deletion = createDeletion(pool, 'expenses')
  const listAll = () => list({})
  const writer = createRecordWriter(
    { db, pool },
    { table: 'expenses', list: listAll, insert, update },
  )

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
    const { name, amount, description, expenseCategoryId, date } = data
    await lockCategory(tx, expenseCategoryId)
    await checkDay(tx, date)
    const now = currentInstant()
    const [row] = await tx.$queryRaw<{ id: number }[]>`
      insert into expenses
        (name, amount, description, expense_category_id, created_at, entered_at, updated_at)
      values (${name}, ${amount}, ${description}, ${expenseCategoryId},
        coalesce(${noonOf(date)}, ${now}), ${now}, ${now})
      returning id`
    if (!row) throw new Error('The inserted expense has no id.')
    return read(tx, row.id)
  }

  async function update(
    tx: Transaction,
    { id, input }: { id: number; input: ExpenseInput },
  ): Promise<Expense> {
    const { name, amount, description, expenseCategoryId, date } = input
    const [current] = await tx.$queryRaw<{ day: string }[]>`
      select to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day
      from expenses where id = ${id}`
    await lockCategory(tx, expenseCategoryId)
    // An expense that stays on its day keeps its time, and so its place in the list.
    const newDay = date === current?.day ? undefined : date
    await checkDay(tx, newDay)
    await tx.$executeRaw`
      update expenses set name = ${name}, amount = ${amount}, description = ${description},
        expense_category_id = ${expenseCategoryId},
        created_at = coalesce(${noonOf(newDay)}, created_at), updated_at = ${currentInstant()}
      where id = ${id}`
    return read(tx, id)
  }

  /** SQL: noon of a day, which no change of the clock comes near. Null without a day. */
  function noonOf(day: string | undefined) {
    return Prisma.sql`((${day ?? null}::date + time '12:00') at time zone ${timeZone})`
  }

  /** Refuses a day that the zone skips, such as 2011-12-30 in Samoa, or whose noon has no four-digit year. */
  async function checkDay(tx: Transaction, day: string | undefined): Promise<void> {
    if (day === undefined) return
    const [noon] = await tx.$queryRaw<object[]>`
      select from (select ${noonOf(day)} as noon) as chosen
      where (noon at time zone ${timeZone})::date = ${day}::date
        and noon >= '0001-01-01T00:00:00Z' and noon < '10000-01-01T00:00:00Z'`
    if (noon) return
    throw invalidFields([{ path: 'date', message: "Date does not exist in the store's time zone" }])
  }

  async function read(tx: Transaction, id: number): Promise<Expense> {
    const parts = [beforeZone, `${afterZone} where expense.id = `, '']
    const [row] = await tx.$queryRaw<Expense[]>(Prisma.sql(parts, timeZone, id))
    if (!row) throw new Error('The expense that was just written does not exist.')
    return row
  }

  return { list, ...writer, ...deletion }
}

/** SQL: now by the clock of this program, which decides the day of an expense without a date. */
function currentInstant() {
  return Prisma.sql`${new Date().toISOString()}::timestamptz`
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
