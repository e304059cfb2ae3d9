import { seed } from '@stockie/prisma/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '#src/database/pool/single-client'
import type { RowQuery } from '#src/database/sql/row-reader'
import { ofBatchSql } from '#src/database/sql/deletion-and-restore'
import { deletedRecordsQuery } from '#src/modules/deleted-records'
import { type PlanNode, explainAnalyze } from '#test/support/database/query-plans'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser } from '#test/support/test-users'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const client = await connectClient(api.databaseProxy.url)
  const options = { sales: 8000, products: 300, today: '2026-11-21', timeZone: 'UTC' }
  await seed(client, { profile: 'bench', ...options })
  await client.end()
})
afterAll(() => api.stop())

const plan = (query: Pick<RowQuery, 'text' | 'values'> & { name?: string }): Promise<PlanNode[]> =>
  explainAnalyze(api.pool, query)

/** The number of rows that were read from a table. */
const rowsReadFrom = (nodes: PlanNode[], table: string) =>
  nodes
    .filter((node) => node.table === table)
    .reduce((sum, { rows, loops }) => sum + rows * loops, 0)

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
