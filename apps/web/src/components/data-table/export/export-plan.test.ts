import { expect, test } from 'vitest'

import type { Column } from '@/components/data-table/column'
import { moneyColumn } from '@/components/data-table/money-column'
import type { KnownRange } from '@/lib/date-ranges'
import { type ExportedTable, type ExportItems, nameFile, planExport } from './export-plan'

interface Order {
  number: number
  customer: string
  total: number
  day: string
  remark: string | null
  lines: { productName: string; price: number; quantity: number; total: number }[]
}

const line = { productName: 'Mug', price: 10, quantity: 2, total: 20 }
const orders: Order[] = [
  { number: 1, customer: 'Ann', total: 25.5, day: '2026-11-02', remark: null, lines: [line, line] },
  { number: 2, customer: 'Bob', total: 7, day: '2026-11-01', remark: '', lines: [] },
  { number: 3, customer: 'Cid', total: 0, day: '2026-11-03', remark: 'Gift', lines: [line] },
]

const columns: Column<Order>[] = [
  { id: 'customer', title: 'Customer Name', value: ({ customer }) => customer },
  moneyColumn({ id: 'total', title: 'Total Amount', amount: ({ total }) => total, sign: '-' }),
  {
    id: 'date',
    title: 'Date',
    value: ({ day, number }) => `${day} ${number}`,
    cell: () => 'Shown in another way',
    exportValue: ({ day }) => day,
    exportKind: 'day',
  },
  { id: 'remark', title: 'Remark', value: ({ remark }) => remark, isHiddenAtFirst: true },
]

function tableOf(matches: number[], shown = columns): ExportedTable {
  return {
    name: 'orders',
    getId: ({ number }: Order) => number,
    columns: new Map(shown.map((column) => [column.id, column])),
    found: { index: { rows: orders }, page: { matches: Uint32Array.from(matches) } },
  }
}

const visible = ['total', 'customer']
const signal = new AbortController().signal

async function rowsOf(plan: ReturnType<typeof planExport>) {
  const toRows = await plan.prepare(signal)
  return plan.records.flatMap(toRows)
}

test('an export has the visible columns in their order, and the found rows in theirs', async () => {
  const plan = planExport(tableOf([2, 0]), { columns: 'visible', visible, items: undefined })
  expect(plan.columns).toEqual([
    { title: 'Total Amount', kind: 'money' },
    { title: 'Customer Name', kind: 'plain' },
  ])
  expect(await rowsOf(plan)).toEqual([
    [0, 'Cid'],
    [25.5, 'Ann'],
  ])
})

test('an export of all columns begins with the id, and leaves cells empty that show N/A', async () => {
  const plan = planExport(tableOf([0, 1]), { columns: 'all', visible, items: undefined })
  expect(plan.columns.map(({ title, kind }) => `${title}: ${kind}`)).toEqual([
    'ID: plain',
    'Customer Name: plain',
    'Total Amount: money',
    'Date: day',
    'Remark: plain',
  ])
  expect(await rowsOf(plan)).toEqual([
    [1, 'Ann', 25.5, '2026-11-02', null],
    [2, 'Bob', 7, '2026-11-01', null],
  ])
})

test('an export of all columns has an amount after its column that the list does not show', async () => {
  const [customer, total, ...others] = columns
  if (!customer || !total) throw new Error('There must be two columns.')
  const exportedNext = { title: 'Returned', amount: (order: Order) => order.number / 4 }
  const table = tableOf([0, 1], [customer, { ...total, exportedNext }, ...others])
  const all = planExport(table, { columns: 'all', visible, items: undefined })
  expect(all.columns.slice(1, 4)).toEqual([
    { title: 'Customer Name', kind: 'plain' },
    { title: 'Total Amount', kind: 'money' },
    { title: 'Returned', kind: 'money' },
  ])
  expect((await rowsOf(all)).map((row) => row.slice(1, 4))).toEqual([
    ['Ann', 25.5, 0.25],
    ['Bob', 7, 0.5],
  ])
  const { columns: shown } = planExport(table, { columns: 'visible', visible, items: undefined })
  expect(shown.map(({ title }) => title)).toEqual(['Total Amount', 'Customer Name'])
})

test('an export names the shop in the title of the ids, but adds none to a table that shows its ids', () => {
  const titlesOf = (shown: Column<Order>[], scope: 'all' | 'visible') =>
    planExport(tableOf([0], shown), {
      columns: scope,
      visible: ['id'],
      items: undefined,
      shopKey: '1a2b3c4d',
    }).columns.map(({ title }) => title)
  expect(titlesOf(columns.slice(0, 1), 'all')).toEqual(['ID 1a2b3c4d', 'Customer Name'])
  const id = { id: 'id', value: ({ number }: Order) => number }
  expect(titlesOf([{ ...id, title: 'Sale ID' }], 'all')).toEqual(['Sale ID'])
  expect(titlesOf([{ ...id, title: 'ID' }], 'all')).toEqual(['ID 1a2b3c4d'])
  expect(titlesOf([{ ...id, title: 'ID' }], 'visible')).toEqual(['ID'])
})

test('an export with items has a row for each line, and money only in the first row of a document', async () => {
  const items: ExportItems<Order> = {
    priceTitle: 'Cost',
    load: (listed, wanted) => {
      expect([listed, wanted]).toEqual([orders, [orders[0], orders[1]]])
      return Promise.resolve(({ lines }) => lines)
    },
  }
  const plan = planExport(tableOf([0, 1]), { columns: 'visible', visible, items })
  expect(plan.columns.slice(2).map(({ title }) => title)).toEqual([
    'Product',
    'Cost',
    'Quantity',
    'Line total',
  ])
  expect(await rowsOf(plan)).toEqual([
    [25.5, 'Ann', 'Mug', 10, 2, 20],
    [null, 'Ann', 'Mug', 10, 2, 20],
    [7, 'Bob', null, null, null, null],
  ])
})

test('the name of a file has the list, its days, and whether it has items', () => {
  const today = { from: '2026-11-26', to: '2026-11-26' }
  const month = { from: '2026-11-01', to: '2026-11-30' }
  const name = (list: string, days: KnownRange, hasItems = false, format = 'csv') =>
    nameFile({ name: list }, days, { hasItems, format })
  expect(name('products', today)).toBe('products-2026-11-26.csv')
  expect(name('sales', month)).toBe('sales-2026-11-01-to-2026-11-30.csv')
  expect(name('sales', month, true, 'xlsx')).toBe('sales-items-2026-11-01-to-2026-11-30.xlsx')
  expect(name('summary', today)).toBe('product-summary-2026-11-26.csv')
  expect(name('summary', { ...month, asOf: '2026-11-20' })).toBe(
    'product-summary-2026-11-01-to-2026-11-30-as-known-on-2026-11-20.csv',
  )
})
