import { expenses, type Expense } from '@stockie/contracts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createExpenses } from '#src/modules/expenses'
import { createCalendar } from '#test/support/calendar'
import { explainAnalyze } from '#test/support/database/query-plans'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

// Its days begin at 10:00 UTC on the previous day.
const timeZone = 'Pacific/Kiritimati'

let api: TestApi
let shop: TestShop
beforeEach(async () => {
  api = await startTestApi({ timeZone })
  shop = await openTestShop(api)
})
afterEach(() => api.stop())

const send = (path: string, body?: unknown, method?: string): Promise<Answer> =>
  api.call(path, { token: shop.token, body, ...(method && { method }) })

const body = (changes: object = {}) => ({
  name: 'Shop rent',
  amount: 1200,
  description: 'November',
  expenseCategoryId: shop.expenseCategoryId,
  ...changes,
})

const create = async (): Promise<Expense> =>
  expenses.row.parse((await send('/expenses', body())).body)
const list = async (query = '') =>
  expenses.row.array().parse((await send(`/expenses${query}`)).body)
const listIds = async (query = '') => (await list(query)).map(({ id }) => id)

async function createAt(...instants: string[]): Promise<number[]> {
  const ids = []
  for (const at of instants) {
    const { id } = await create()
    await api.pool.query('update expenses set created_at = $2 where id = $1', [id, at])
    ids.push(id)
  }
  return ids
}

// @holds decision 13.1
test('expenses are listed newest first, by instant and then by id', async () => {
  const [late, early, same, middle] = await createAt(
    '2026-11-21T09:00:00.001Z',
    '2026-11-20T09:00:00Z',
    '2026-11-20T09:00:00Z',
    '2026-11-21T09:00:00Z',
  )
  expect(await listIds()).toEqual([late, middle, same, early])
})

// @holds spec 7.15, decision 12.3
test('a date range of expenses uses the days of the store and includes both ends', async () => {
  const [before, first, last, after] = await createAt(
    '2026-11-20T09:59:59.999Z',
    '2026-11-20T10:00:00Z',
    '2026-11-21T09:59:59.999Z',
    '2026-11-21T10:00:00Z',
  )
  expect(await listIds('?startDate=2026-11-21&endDate=2026-11-21')).toEqual([last, first])
  expect(await listIds('?startDate=2026-11-21')).toEqual([after, last, first])
  expect(await listIds('?endDate=2026-11-20')).toEqual([before])
  expect(await listIds('?startDate=2026-11-20&endDate=2026-11-22')).toEqual([
    after,
    last,
    first,
    before,
  ])
})

test('the day of an expense is that of the store instead of UTC', async () => {
  await createAt('2026-11-20T09:59:59.999Z', '2026-11-20T10:00:00Z', '2026-12-31T10:00:00Z')
  expect((await list()).map(({ day }) => day)).toEqual(['2027-01-01', '2026-11-21', '2026-11-20'])
  const { createdAt, day } = await create()
  expect(day).toBe(createCalendar(timeZone)(Date.parse(createdAt)))
})

// @holds spec 3.7
test('an update does not change the day of an expense', async () => {
  const [id] = await createAt('2024-02-29T12:00:00.123Z')
  const answer = await send(`/expenses/${id}`, body({ amount: 7 }), 'PUT')
  const unchanged = { createdAt: '2024-02-29T12:00:00.123Z', day: '2024-03-01' }
  expect(answer).toMatchObject({ status: 200, body: unchanged })
  expect(await list()).toEqual([answer.body])
})

// @holds decision 9.3, 33.1
test('an expense of a deleted category has no category name until the category is restored', async () => {
  const expense = await create()
  const path = `/expense-categories/${shop.expenseCategoryId}`
  const query = '?startDate=2000-01-01'
  const etag = (await send(`/expenses${query}`)).headers.get('etag') ?? ''
  await send(path, undefined, 'DELETE')
  const changed = await api.call(`/expenses${query}`, {
    token: shop.token,
    headers: { 'If-None-Match': etag },
  })
  expect(changed).toMatchObject({
    status: 200,
    body: [{ ...expense, expenseCategoryName: null }],
  })
  await send('/expense-categories/restore', { ids: [shop.expenseCategoryId] })
  await send(path, { name: 'Rent and rates' }, 'PUT')
  expect(await list()).toEqual([{ ...expense, expenseCategoryName: 'Rent and rates' }])
})

test('an expense category counts its existing expenses', async () => {
  const expense = await create()
  await create()
  const count = async () => (await send('/expense-categories')).body
  expect(await count()).toMatchObject([{ expenseCount: 2 }])
  await send(`/expenses/${expense.id}`, undefined, 'DELETE')
  expect(await count()).toMatchObject([{ expenseCount: 1 }])
})

test('an expense of a deleted or unknown category is rejected and not stored', async () => {
  const expense = await create()
  const unknown = 2_147_483_647
  await send(`/expense-categories/${shop.expenseCategoryId}`, undefined, 'DELETE')
  for (const expenseCategoryId of [shop.expenseCategoryId, unknown]) {
    const sent = body({ name: 'Other', expenseCategoryId })
    const answers = [
      await send('/expenses', sent),
      await send(`/expenses/${expense.id}`, sent, 'PUT'),
    ]
    const message = 'There is no such expense category.'
    const problem = { detail: message, errors: [{ path: 'expenseCategoryId', message }] }
    for (const answer of answers) expect(answer).toMatchObject({ status: 422, body: problem })
    // The unknown expense is reported before the unknown category.
    expect((await send(`/expenses/${unknown}`, sent, 'PUT')).status).toBe(404)
  }
  expect(await list()).toEqual([{ ...expense, expenseCategoryName: null }])
})

test('the list of a day reads only the expenses of that day, by index @long', async () => {
  await api.pool.query(
    `insert into expenses (name, amount, expense_category_id, created_at)
     select 'Rent', 1, $1, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 hour'
     from generate_series(0, 20000) as n`,
    [shop.expenseCategoryId],
  )
  await api.pool.query('vacuum analyze expenses')
  const service = createExpenses({ ...api, timeZone })
  const day = { startDate: '2026-03-01', endDate: '2026-03-01' }
  const nodes = (await explainAnalyze(api.pool, service.list(day))).filter(
    ({ table }) => table === 'expenses',
  )
  expect(nodes).toMatchObject([{ rows: 24 }])
  expect(nodes[0]?.type).toMatch(/^Index Scan/)
})
