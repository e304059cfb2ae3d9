import { expect, test } from 'vitest'
import { purchases } from '../documents/purchases'
import { sales } from '../documents/sales'
import { deletedRecords } from '../records/deleted-records'
import { expenses } from '../records/expenses'
import { stockMovements } from '../records/stock'
import {
  dailyTotals,
  productLines,
  productSummary,
  profitSummary,
  salesBreakdown,
} from '../reports'
import { listIssues } from '../testing/schema-issues'
import {
  dateRangeQuery,
  idempotencyKey,
  idParam,
  idsInput,
  reportQuery,
  restoreInput,
} from './request-params'

const notADay = 'Date must be a real day, written yyyy-MM-dd'
const badId = 'An id must be a whole number from 1 to 2,147,483,647'
const badIds = 'ids must be a list of 1 to 10,000 ids'

test.each([expenses, purchases, salesBreakdown, productLines])(
  '$path accepts a range of days',
  ({ query }) => {
    expect(query).toBe(dateRangeQuery)
  },
)

test.each([profitSummary, dailyTotals])(
  '$path accepts a range of days and a moment',
  ({ query }) => {
    expect(query).toBe(reportQuery)
    const range = { startDate: '2026-11-01', endDate: '2026-11-30' }
    for (const asOf of ['2026-11-20', '2026-11-20T23:59:59.123456Z', '2026-11-20T09:00:00+05:30']) {
      expect(query.parse({ ...range, asOf })).toEqual({ ...range, asOf })
    }
    const refused =
      'asOf: asOf must be a day, written yyyy-MM-dd, or an instant such as 2026-11-21T09:30:00Z'
    for (const asOf of [
      '',
      '2026-02-30',
      '2026-11-20T09:00',
      '20.11.2026',
      ['2026-11-20', '2026-11-21'],
    ]) {
      expect(listIssues(query, { ...range, asOf })).toEqual([refused])
    }
    expect(listIssues(query, { startDate: '2026-11-02', endDate: '2026-11-01' })).toEqual([
      'startDate: startDate must not be after endDate',
    ])
  },
)

test.each([
  {},
  { startDate: '2026-11-01' },
  { endDate: '2026-11-30' },
  { startDate: '2026-11-01', endDate: '2026-11-30' },
  { startDate: '2026-11-21', endDate: '2026-11-21' },
])('the range %j is accepted, open on a missing side', (range) => {
  expect(dateRangeQuery.parse({ ...range, page: '7' })).toEqual(range)
})

test.each([
  [{ startDate: '2026-02-29' }, [`startDate: ${notADay}`]],
  [{ endDate: '' }, [`endDate: ${notADay}`]],
  [{ startDate: ['2026-01-01', '2026-01-02'] }, [`startDate: ${notADay}`]],
  [{ startDate: 'x', endDate: '1' }, [`startDate: ${notADay}`, `endDate: ${notADay}`]],
  [
    { startDate: '2026-11-22', endDate: '2026-11-21' },
    ['startDate: startDate must not be after endDate'],
  ],
])('the range %j is rejected', (range, issues) => {
  expect(listIssues(dateRangeQuery, range)).toEqual(issues)
})

test('the list of sales accepts a range of days, and may leave out the lines', () => {
  const { query } = sales
  const day = { startDate: '2026-11-01', endDate: '2026-11-01' }
  for (const range of [{}, day, { ...day, lines: 'none' }]) {
    expect(query.parse(range)).toEqual(range)
  }
  expect(listIssues(query, { lines: 'all' })).toEqual(['lines: lines must be none'])
  expect(listIssues(query, { startDate: '2026-11-02', endDate: '2026-11-01' })).toEqual([
    'startDate: startDate must not be after endDate',
  ])
})

test('the product summary accepts a range of days and the number of products that sold most', () => {
  const { query } = productSummary
  expect(query.parse({ startDate: '2026-11-01', top: '8' })).toEqual({
    startDate: '2026-11-01',
    top: 8,
  })
  const message = 'top: top must be a whole number from 1 to 100'
  for (const top of ['0', '101', '1.5', '', 'x', '1e1']) {
    expect(listIssues(query, { top })).toEqual([message])
  }
  expect(listIssues(query, { startDate: '2026-11-02', endDate: '2026-11-01', top: '8' })).toEqual([
    'startDate: startDate must not be after endDate',
  ])
})

test('a paged query defaults to page 1 with 100 rows', () => {
  expect(stockMovements.query.parse({})).toEqual({ page: 1, pageSize: 100 })
  expect(deletedRecords.query.parse({ page: '3', pageSize: '20', resource: 'sales' })).toEqual({
    page: 3,
    pageSize: 20,
    resource: 'sales',
  })
})

test.each(['0', '-1', '1.5', '', 'x', '1e1', {}, '1000001'])(
  'the page number %j is rejected',
  (page) => {
    expect(listIssues(stockMovements.query, { page })).toEqual([
      'page: page must be a whole number from 1 to 1,000,000',
    ])
  },
)

test('deleted records reject a page size above 1,000 and an unknown resource', () => {
  expect(listIssues(deletedRecords.query, { pageSize: '1001', resource: 'users' })).toEqual([
    'resource: resource must be one of customers, suppliers, categories, expense-categories, ' +
      'expenses, products, sales, purchases, returns, parked-sales',
    'pageSize: pageSize must be a whole number from 1 to 1,000',
  ])
})

test('deleted records accept only a UUID as their batch', () => {
  const batch = '5f6b2c1e-7f0a-4b6e-9a43-2c8f6f0d1b7e'
  expect(deletedRecords.query.parse({ batch }).batch).toBe(batch)
  for (const other of ['', '1', batch.slice(1), `${batch} `, [batch, batch]]) {
    expect(listIssues(deletedRecords.query, { batch: other })).toEqual([
      'batch: batch must be a UUID',
    ])
  }
})

test.each(['1', '2147483647'])('an id in a path may be %s', (id) => {
  expect(idParam.parse({ id })).toEqual({ id: Number(id) })
})

test.each(['0', '-1', '01', '1.0', ' 1', '1e1', 'x', '', '2147483648', '99999999999999999999'])(
  'an id in a path must not be %j',
  (id) => {
    expect(listIssues(idParam, { id })).toEqual([`id: ${badId}`])
  },
)

test('a bulk request accepts 1 to 10,000 ids', () => {
  const allIds = Array.from({ length: 10_000 }, (_, index) => index + 1)
  expect(idsInput.parse({ ids: allIds }).ids).toHaveLength(10_000)
  for (const ids of [[], [...allIds, 10_001], undefined, null, '1', { 0: 1 }]) {
    expect(listIssues(idsInput, { ids })).toEqual([`ids: ${badIds}`])
  }
})

test.each(['2', null, 0, -1, 1.5, 2_147_483_648, Number.NaN, true, {}])(
  'a bulk request is rejected as a whole if it contains the id %j',
  (id) => {
    expect(listIssues(idsInput, { ids: [1, id, 3] })).toEqual([`ids.1: ${badId}`])
  },
)

test('a restore accepts either ids or a batch', () => {
  const batch = '5f6b2c1e-7f0a-4b6e-9a43-2c8f6f0d1b7e'
  expect(restoreInput.parse({ ids: [1, 3] })).toEqual({ ids: [1, 3] })
  expect(restoreInput.parse({ batch })).toEqual({ batch })
  for (const body of [{}, { ids: [1], batch }, { id: 1 }]) {
    expect(listIssues(restoreInput, body)).toEqual(['ids: Send either ids or batch'])
  }
  for (const ids of [[], null, '1', { 0: 1 }]) {
    expect(listIssues(restoreInput, { ids })).toEqual([`ids: ${badIds}`])
  }
  for (const other of ['', '1', `${batch} `, null, [batch]]) {
    expect(listIssues(restoreInput, { batch: other })).toEqual(['batch: batch must be a UUID'])
  }
})

test('an idempotency key must have 1 to 200 visible ASCII characters', () => {
  for (const key of ['a', '!~', 'x'.repeat(200)]) expect(idempotencyKey.parse(key)).toBe(key)
  for (const key of ['', 'a b', 'ключ', 'a\n', '\u007f', 'x'.repeat(201), ['a', 'b'], undefined]) {
    expect(idempotencyKey.safeParse(key).success).toBe(false)
  }
})
