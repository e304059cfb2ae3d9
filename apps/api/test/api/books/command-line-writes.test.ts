import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import {
  closedThrough,
  createClosedShop,
  type DatedResource,
  datedResources,
  days,
  refusalSentence,
} from './closed-shop'

let api: TestApi
let shop: TestShop
let closed: ReturnType<typeof createClosedShop>
let client: Client
let saleId: number
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  closed = createClosedShop(api, shop)
  saleId = await closed.record('sales', '2026-11-20')
  client = new pg.Client(api.databaseUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await api.stop()
})

const dayColumns: Record<DatedResource, string> = {
  sales: 'sale_date',
  purchases: 'purchase_date',
  returns: 'return_date',
  expenses: 'created_at',
}

/** The columns of a row without lines, which no foreign key keeps from its deletion, and its values on a day. */
const rowOf = (table: DatedResource, day: string): [columns: string, values: string] => {
  const { customerId, supplierId, expenseCategoryId, user } = shop
  const rows: Record<DatedResource, [columns: string, values: string]> = {
    sales: [
      'sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id',
      `'${day}', ${customerId}, 'Ada', 10, 10, ${user.id}`,
    ],
    purchases: [
      'purchase_date, supplier_id, supplier_name, total_amount, created_by_id',
      `'${day}', ${supplierId}, 'Ada', 10, ${user.id}`,
    ],
    returns: [
      'sale_id, return_date, goods_value, refund, created_by_id',
      `${saleId}, '${day}', 0, 0.01, ${user.id}`,
    ],
    expenses: [
      'name, amount, expense_category_id, created_at',
      `'Rent', 9, ${expenseCategoryId}, '${day}T12:00:00Z'`,
    ],
  }
  return rows[table]
}

/** Inserts a row of each day in one statement. */
const insertion = (table: DatedResource, ...of: string[]): string => {
  const rows = of.map((day) => rowOf(table, day))
  return `insert into ${table} (${rows[0]?.[0]})
    values ${rows.map(([, values]) => `(${values})`).join()} returning id`
}

type Statement = (table: DatedResource, id: number, day: string) => string

const statements: Record<string, Statement> = {
  'an INSERT': (table, _id, day) => insertion(table, day),
  'an INSERT of two rows': (table, _id, day) => insertion(table, '2026-11-20', day),
  'an UPDATE': (table, id) => `
    update ${table} set ${table === 'expenses' ? 'description' : 'remark'} = 'x' where id = ${id}`,
  'a move to an open day': (table, id) =>
    `update ${table} set ${dayColumns[table]} = '2026-11-19' where id = ${id}`,
  'a move from an open day': (table, _id, day) => `
    ${insertion(table, '2026-11-19')};
    update ${table} set ${dayColumns[table]} = '${day}' where id = (select max(id) from ${table})`,
  'a deletion by its marks': (table, id) => `
    update ${table} set deleted_at = now(), deleted_by_id = ${shop.user.id},
      deletion_batch = gen_random_uuid()${table === 'expenses' ? '' : ', turn = 1'} where id = ${id}`,
  'a DELETE': (table, id) => `delete from ${table} where id = ${id}`,
}

const cases = datedResources.flatMap((table) =>
  Object.entries(statements).map(([name, sql]) => ({ table, name, sql })),
)

/** Runs a statement in a transaction that is rolled back. */
async function attempt(run: string | (() => Promise<unknown>)): Promise<unknown> {
  await client.query('begin')
  try {
    await (typeof run === 'string' ? client.query(run) : run())
    return 'accepted'
  } catch (error) {
    return error
  } finally {
    await client.query('rollback')
  }
}

const refused = expect.objectContaining({
  code: 'BK001',
  constraint: 'books_closed',
  message: refusalSentence,
})

test.each(cases)(
  '$name on $table by hand is refused exactly in the closed period',
  async (write) => {
    for (const day of Object.values(days)) {
      await closed.move(null)
      const { rows } = await client.query<{ id: number }>(insertion(write.table, day))
      await closed.move(closedThrough)
      const statement = write.sql(write.table, rows[0]?.id ?? 0, day)
      expect([day, await attempt(statement)]).toEqual([
        day,
        day <= closedThrough ? refused : 'accepted',
      ])
    }
  },
)

test.each(datedResources)(
  'a COPY of two rows into %s is refused exactly in the closed period',
  async (table) => {
    await closed.move(closedThrough)
    for (const day of Object.values(days)) {
      const rows = ['2026-11-20', day].map((of) => rowOf(table, of))
      const csv = rows.map(([, values]) => values.replaceAll(', ', ',').replaceAll("'", '"'))
      const copy = `copy ${table} (${rows[0]?.[0]}) from stdin (format csv)`
      const copied = await attempt(() =>
        pipeline(Readable.from([csv.join('\n')]), client.query(from(copy))),
      )
      expect([day, copied]).toEqual([day, day <= closedThrough ? refused : 'accepted'])
    }
  },
)

test('a TRUNCATE of the expenses is refused if one of them is in the closed period', async () => {
  await closed.move(null)
  await client.query(insertion('expenses', '2026-10-01'))
  expect(await attempt('truncate expenses')).toBe('accepted')
  await closed.move('2026-09-30')
  await closed.move('2026-10-01')
  expect(await attempt('truncate expenses')).toMatchObject({ code: 'BK001' })
})

const lineInsertions = {
  sales: (id: number) => `insert into sale_lines
    (sale_id, product_id, product_name, price, quantity, total)
    values (${id}, ${shop.products[0]}, 'Tea', 3, 1, 3)`,
  purchases: (id: number) => `insert into purchase_lines
    (purchase_id, product_id, product_name, price, quantity, total)
    values (${id}, ${shop.products[0]}, 'Tea', 3, 1, 3)`,
  // Another line of the same sale.
  returns: (id: number) => `insert into return_lines
      (return_id, sale_line_id, product_id, price, quantity, restock)
    select return_id, sold.id, sold.product_id, sold.price, 1, true
    from return_lines join sale_lines as sold on sold.id = sale_line_id + 1 where return_id = ${id}`,
}

test.each(['sales', 'purchases', 'returns'] as const)(
  'a line that is added by hand to one of the %s is refused exactly in the closed period',
  async (table) => {
    for (const day of Object.values(days)) {
      await closed.move(null)
      const id = await closed.record(table, day)
      await closed.move(closedThrough)
      const line = await attempt(lineInsertions[table](id))
      expect([day, line]).toEqual([day, day <= closedThrough ? refused : 'accepted'])
    }
  },
)

test('the row of the books cannot be deleted, and a date that is moved by SQL is an activity', async () => {
  await closed.move(closedThrough)
  expect(await attempt('delete from books')).toMatchObject({ constraint: 'books_never_deleted' })
  expect(await attempt('truncate books')).toMatchObject({ constraint: 'books_never_deleted' })
  await client.query(`update books set closed_through = null`)
  const { rows } = await client.query(
    `select by_command_line, action, record_id, changes from activities
     where resource = 'books' order by id desc limit 1`,
  )
  expect(rows[0]).toEqual({
    by_command_line: true,
    action: 'changed',
    record_id: 1,
    changes: [{ field: 'closedThrough', before: closedThrough, after: null }],
  })
})

const snapshots = ['repeatable read', 'serializable'].flatMap((level) =>
  (['sales', 'expenses'] as const).flatMap((table) =>
    (['an INSERT', 'an UPDATE'] as const).map((name) => ({ level, table, name })),
  ),
)

test.each(snapshots)(
  '$name on $table conflicts in a $level transaction that began before the date has moved',
  async ({ level, table, name }) => {
    await closed.move(null)
    const { rows } = await client.query<{ id: number }>(insertion(table, '2026-11-20'))
    await client.query(`begin isolation level ${level}; select from books`)
    await closed.move(closedThrough)
    const sql = statements[name]?.(table, rows[0]?.id ?? 0, '2026-11-20') ?? ''
    await expect(client.query(sql)).rejects.toMatchObject({ code: '40001' })
    await client.query('rollback')
  },
)
