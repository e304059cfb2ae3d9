import { seed } from '@stockie/prisma/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '#src/database/pool/single-client'
import type { RowQuery } from '#src/database/sql/row-reader'
import { ofBatchSql } from '#src/database/sql/deletion-and-restore'
import { activityQuery } from '#src/modules/activity'
import { deletedRecordsQuery } from '#src/modules/deleted-records'
import { partyHistoryQuery, productHistoryQuery } from '#src/modules/histories'
import {
  productLinesQuery,
  productSummaryQuery,
  stockMovementsQuery,
} from '#src/modules/products/product-reports'
import {
  dailyTotalsQuery,
  marginQuery,
  profitSummaryQuery,
  salesBreakdownQuery,
} from '#src/modules/reports'
import { type PlanNode, explainAnalyze } from '#test/support/database/query-plans'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser } from '#test/support/test-users'

const today = '2026-11-21'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const client = await connectClient(api.databaseProxy.url)
  // Two years with about ten sales a day.
  await seed(client, { profile: 'bench', sales: 8000, products: 300, today, timeZone: 'UTC' })
  await client.end()
})
afterAll(() => api.stop())

const plan = (query: Pick<RowQuery, 'text' | 'values'> & { name?: string }): Promise<PlanNode[]> =>
  explainAnalyze(api.pool, query)
const tablesOf = (nodes: PlanNode[]) => new Set(nodes.map(({ table }) => table))
/** The number of rows that were read from a table. */
const rowsReadFrom = (nodes: PlanNode[], table: string) =>
  nodes
    .filter((node) => node.table === table)
    .reduce((sum, { rows, loops }) => sum + rows * loops, 0)

test.each([
  ['a month', { startDate: '2026-10-01', endDate: '2026-10-31' }],
  ['a year', { startDate: '2025-01-01', endDate: '2025-12-31' }],
  ['all days', {}],
])('a product summary of %s reads no documents and no lines', async (_name, range) => {
  const tables = tablesOf(await plan(productSummaryQuery(range, 'UTC')))
  expect(tables).toContain('product_months')
  for (const table of ['sales', 'sale_lines', 'purchases', 'purchase_lines']) {
    expect(tables).not.toContain(table)
  }
})

test('a product summary that cuts months reads the lines of at most half a month at either end', async () => {
  const range = { startDate: '2025-10-17', endDate: '2026-10-15' }
  const year = await plan(productSummaryQuery(range, 'UTC'))
  const lines = year.filter(({ table }) => table === 'sale_lines')
  expect(lines.map(({ type }) => type)).toEqual(['Index Scan'])
  const { rows } = await api.pool.query<{ count: number }>(
    `select count(*) from sales where sale_date between '2025-10-17' and '2025-10-31'
       or sale_date between '2026-10-01' and '2026-10-15'`,
  )
  expect(rowsReadFrom(year, 'sales')).toBe(rows[0]?.count)

  const day = await plan(productSummaryQuery({ startDate: today, endDate: today }, 'UTC'))
  expect(rowsReadFrom(day, 'product_months')).toBe(0)
  expect(rowsReadFrom(day, 'sales')).toBeLessThan(20)
  expect(rowsReadFrom(day, 'sale_lines')).toBeLessThan(60)
})

test.each([
  ['a profit summary', profitSummaryQuery],
  ['a list of daily totals', dailyTotalsQuery],
])(
  '%s reads neither sales nor purchases, and only the expenses of its days',
  async (_name, report) => {
    const month = { startDate: '2026-10-01', endDate: '2026-10-31' }
    const nodes = await plan(report(month, 'America/New_York'))
    expect(tablesOf(nodes)).toEqual(new Set([undefined, 'changes', 'expenses']))
    // Five expenses a day, and one or two rows a day with the totals of sales and purchases.
    expect(rowsReadFrom(nodes, 'expenses')).toBe(5 * 31)
    expect(rowsReadFrom(nodes, 'changes')).toBeLessThan(3 * 31)
    expect(tablesOf(await plan(report({}, 'UTC')))).not.toContain('sales')
  },
)

test('a sales breakdown reads the sales of its days by index, and no lines', async () => {
  const nodes = await plan(salesBreakdownQuery({ startDate: '2026-10-01', endDate: '2026-10-31' }))
  expect(tablesOf(nodes)).toEqual(new Set([undefined, 'sales', 'returns']))
  expect(nodes.map(({ type }) => type)).not.toContain('Seq Scan')
  const { rows } = await api.pool.query<{ count: number }>(
    `select count(*) from sales where sale_date between '2026-10-01' and '2026-10-31'`,
  )
  expect(rowsReadFrom(nodes, 'sales')).toBeLessThanOrEqual(rows[0]?.count ?? 0)
})

test.each([
  ['a month', { startDate: '2026-10-01', endDate: '2026-10-31' }],
  ['all days', {}],
])(
  'a margin of %s takes the cost of goods from stored totals, and reads no lines',
  async (_name, range) => {
    const nodes = await plan(marginQuery(range))
    expect(tablesOf(nodes)).toContain('product_months')
    for (const table of ['sale_lines', 'purchases', 'purchase_lines', 'return_lines']) {
      expect(tablesOf(nodes)).not.toContain(table)
    }
  },
)

test.each([
  ['a month', { startDate: '2026-10-01', endDate: '2026-10-31' }],
  ['all days', {}],
])(
  'the lines of a product in %s are read without those of other products',
  async (_name, range) => {
    const nodes = await plan(productLinesQuery(1, range))
    for (const table of ['sale_lines', 'purchase_lines']) {
      const types = nodes.filter((node) => node.table === table).map(({ type }) => type)
      expect(types).toEqual([expect.stringMatching(/^(Index|Bitmap Heap) Scan$/)])
      const { rows } = await api.pool.query<{ count: number }>(
        `select count(*) from ${table} where product_id = 1`,
      )
      expect(rowsReadFrom(nodes, table)).toBe(rows[0]?.count)
    }
  },
)

test("a page of a product's ledger reads only the rows of that page", async () => {
  const nodes = await plan(stockMovementsQuery(1, { page: 1, pageSize: 10 }))
  expect(rowsReadFrom(nodes, 'stock_movements')).toBe(10)
})

test.each([
  ['most', 1],
  ['the oldest', 2],
])(
  'a page of a history reads only its own rows, also of a customer and a product with %s sales',
  async (_name, id) => {
    await api.pool.query('update sales set customer_id = case when id > 3000 then 1 else 2 end')
    await api.pool.query('alter table sale_lines disable trigger user')
    await api.pool.query(
      `update sale_lines set product_id = case when id > 9000 then 1 else 2 end
        where id % 3 = 0`,
    )
    await api.pool.query('alter table sale_lines enable trigger user')
    await api.pool.query('vacuum (analyze) sales, sale_lines')
    const [sale, line] = id === 1 ? [6000, 18_000] : [1500, 4500]
    for (const [documentId, lineId] of [[], [sale, line]]) {
      const page = { before: documentId, pageSize: 50 }
      const ofCustomer = await plan(partyHistoryQuery('sale', id, page))
      // With the place of the document that the page begins after.
      expect(rowsReadFrom(ofCustomer, 'sales')).toBe(documentId === undefined ? 50 : 51)
      expect(rowsReadFrom(ofCustomer, 'sale_lines')).toBe(150)
      // Another index would find the rows among those of others.
      expect(ofCustomer.filter(({ dropped }) => dropped > 0)).toEqual([])
      const lines = { kind: 'sale', before: lineId, pageSize: 50 } as const
      const ofProduct = await plan(productHistoryQuery(id, lines))
      expect(rowsReadFrom(ofProduct, 'sale_lines')).toBe(50)
      expect(ofProduct.filter(({ dropped }) => dropped > 0)).toEqual([])
      // A sale with two of these lines is read once.
      expect(rowsReadFrom(ofProduct, 'sales')).toBeLessThanOrEqual(50)
    }
  },
)

test('a page of the activity reads few rows beyond those that it shows, also after thousands of one moment @long', async () => {
  const [first] = (await api.pool.query<{ id: number }>('select min(id) as id from users')).rows
  const userId = first?.id ?? 0
  const { id: rareId } = await createUser(api.pool, 2)
  await api.pool.query(
    `insert into activities (at, user_id, action, resource, record_id, record_name)
     select '2026-11-01', $1, 'deleted', 'sales', id, 'Ada' from generate_series(1, 30000) as id`,
    [userId],
  )
  await api.pool.query(
    `insert into activities (at, user_id, by_command_line, action, resource, record_id, record_name)
     values ('2026-10-01', $1, false, 'created', 'suppliers', 1, 'Quay'),
       ('2026-10-01', $2, false, 'created', 'customers', 1, 'Ada'),
       ('2026-10-01', null, true, 'created', 'users', 1, 'Ada')`,
    [userId, rareId],
  )
  await api.pool.query('vacuum (analyze) activities, sales, purchases')
  const { rows } = await api.pool.query<{ id: number }>(
    `select id from activities where at = '2026-11-01' order by id limit 1 offset 15000`,
  )
  const inTheMiddle = (rows[0]?.id ?? 0) * 3
  const month = { startDate: '2026-10-01', endDate: '2026-10-31' }
  for (const query of [
    {},
    { before: inTheMiddle },
    { resource: 'sales', before: inTheMiddle },
    { resource: 'suppliers' },
    { resource: 'suppliers', userId },
    { userId: rareId },
    { byCommandLine: 'true' },
    { userId, before: inTheMiddle },
    { resource: 'sales', id: 5 },
    month,
    { ...month, resource: 'customers' },
  ] as const) {
    const nodes = await plan(activityQuery({ ...query, pageSize: 50 }, 'America/New_York'))
    const what = JSON.stringify(query)
    for (const table of ['activities', 'sales', 'purchases']) {
      // A page of each account, the row of the cursor, and the records as they are now.
      expect(rowsReadFrom(nodes, table), `${what} ${table}`).toBeLessThan(400)
    }
    // A small table may be scanned for the name of a record.
    const wasteful = nodes.filter(
      ({ table, dropped, loops }) => table !== 'suppliers' && dropped * loops > 200,
    )
    expect([what, wasteful]).toEqual([what, []])
  }
})

test('a page of 100,000 deleted records reads few rows beyond those that it shows @long', async () => {
  await api.pool.query(
    `insert into customers (name, deleted_at, deleted_by_id, deletion_batch)
     select 'Customer ' || n, timestamptz '2026-01-01' + n * interval '1 second', 1,
       gen_random_uuid() from generate_series(1, 60000) as n`,
  )
  await api.pool.query(
    `insert into expenses (name, amount, expense_category_id, deleted_at, deleted_by_id, deletion_batch)
     select 'Expense ' || n, 1, 1, timestamptz '2026-01-01' + n * interval '1.5 seconds', 1,
       gen_random_uuid() from generate_series(1, 40000) as n`,
  )
  await api.pool.query('analyze customers, expenses')
  const nodes = await plan(deletedRecordsQuery({ page: 1, pageSize: 100 }))
  // One more row of each table for the merge, and each record's batch, which holds only that record.
  expect(rowsReadFrom(nodes, 'customers') + rowsReadFrom(nodes, 'expenses')).toBe(102 + 100)
  const second = await plan(deletedRecordsQuery({ resource: 'customers', page: 2, pageSize: 100 }))
  expect(rowsReadFrom(second, 'customers')).toBe(200 + 100)

  const { id } = await createUser(api.pool)
  const token = api.tokens.sign({ userId: id, version: 0 })
  const answer = await api.call('/deleted?page=1000', { token })
  expect(answer.headers.get('x-total-count')).toBe('100000')
  expect(answer.body).toHaveLength(100)
  expect((await api.call('/deleted?page=1001', { token })).body).toEqual([])
})

test('a page of a batch of 10,000 counts the batch once and reads no records deleted before it @long', async () => {
  const batch = '5f6b2c1e-7f0a-4b6e-9a43-2c8f6f0d1b7e'
  await api.pool.query(
    `insert into suppliers (name, deleted_at, deleted_by_id, deletion_batch)
     select 'Supplier ' || n, timestamptz '2026-01-01' + n * interval '1 second', 1,
       gen_random_uuid() from generate_series(1, 30000) as n
     union all
     select 'Copy ' || n, '2026-02-01', 1, $1::uuid from generate_series(1, 10000) as n`,
    [batch],
  )
  await api.pool.query('analyze suppliers')
  const page = { resource: 'suppliers', page: 1, pageSize: 100 } as const
  expect(rowsReadFrom(await plan(deletedRecordsQuery(page)), 'suppliers')).toBe(100 + 10_000)
  const nodes = await plan(deletedRecordsQuery({ ...page, batch }))
  // The first row of the batch, which gives its time.
  expect(rowsReadFrom(nodes, 'suppliers')).toBe(1 + 100 + 10_000)
})

test('a restore of the latest batch reads no records deleted before it @long', async () => {
  const batch = '5f6b2c1e-7f0a-4b6e-9a43-2c8f6f0d1b7e'
  await api.pool.query(
    `insert into categories (name, deleted_at, deleted_by_id, deletion_batch)
     select 'Category ' || n, timestamptz '2026-01-01' + n * interval '1 second', 1,
       gen_random_uuid() from generate_series(1, 30000) as n
     union all
     select 'Copy ' || n, '2026-02-01', 1, $1::uuid from generate_series(1, 200) as n`,
    [batch],
  )
  await api.pool.query('analyze categories')
  const text = `select id from categories where ${ofBatchSql('categories', '$1')}`
  const nodes = await plan({ name: 'find a batch', text, values: [batch] })
  expect(rowsReadFrom(nodes, 'categories')).toBe(1 + 200)
})
