import { expect, test } from 'vitest'

import { type Steps, stepSize } from './cooperative-steps'
import type { IndexedColumn } from './indexed-column'
import { findTablePage, type TablePageRequest } from './table-page'
import { indexRows } from './row-index'

interface Item {
  id: number
  name: string | null
  price: number | null
  group: string
}

const columns: IndexedColumn<Item>[] = [
  { id: 'name', value: (item) => item.name },
  { id: 'price', value: (item) => item.price },
  { id: 'group', value: (item) => item.group },
]
const facets = [{ id: 'group', title: 'Group', value: (item: Item) => item.group }]
const all: TablePageRequest = { search: '', chosen: {}, sort: null, page: 1, size: 10 }

function finish<Result>(steps: Steps<Result>) {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

function find(items: Item[], request: Partial<TablePageRequest>) {
  return finish(findTablePage(indexRows(items, columns, facets), { ...all, ...request }))
}

/** The columns, and how often their values were read. */
function countReads() {
  let reads = 0
  const countedColumns = columns.map((column) => ({
    ...column,
    value: (item: Item) => {
      reads += 1
      return column.value(item)
    },
  }))
  return { countedColumns, readCount: () => reads }
}

function toItems(...names: (string | null)[]): Item[] {
  return names.map((name, index) => ({ id: index + 1, name, price: index, group: 'A' }))
}

function namesOf({ rows }: { rows: Item[] }) {
  return rows.map(({ name }) => name)
}

test.each([
  ['mug', ['Blue Mug', 'MUG, large']],
  ['  large   mug ', ['MUG, large']],
  ['cafe', ['Café crème']],
  ['CRÈME CAFÉ', ['Café crème']],
  ['%', ['100% juice']],
  ['mugcafe', []],
  ['7', []],
])('findTablePage with the search "%s" finds %j', (search, found) => {
  const items = toItems('Blue Mug', 'MUG, large', 'Café crème', '100% juice', null)
  expect(namesOf(find(items, { search }))).toEqual(found)
})

test('findTablePage finds no word across two columns', () => {
  const items: Item[] = [{ id: 1, name: 'Tea', price: 1, group: 'Drinks' }]
  expect(find(items, { search: 'teadrinks' }).rows).toEqual([])
  expect(find(items, { search: 'tea drinks' }).rows).toEqual(items)
})

test('findTablePage does not search a column that opts out', () => {
  const hidden: IndexedColumn<Item>[] = [
    { id: 'name', value: (item) => item.name, isSearched: false },
  ]
  const index = indexRows(toItems('Tea'), hidden, [])
  expect(finish(findTablePage(index, { ...all, search: 'tea' })).rows).toEqual([])
})

test('findTablePage searches the numbers of a column that opts in', () => {
  const withId: IndexedColumn<Item>[] = [{ id: 'id', value: (item) => item.id, isSearched: true }]
  const index = indexRows(toItems('Tea', 'Mug', 'Jug'), withId, [])
  expect(namesOf(finish(findTablePage(index, { ...all, search: '2' })))).toEqual(['Mug'])
})

test('findTablePage finds codes that equal or begin with the whole search', () => {
  const withCode: IndexedColumn<Item>[] = [
    { id: 'name', value: (item) => item.name },
    { id: 'code', value: (item) => item.group, searchStarts: ({ group }) => [group] },
  ]
  const items = toItems('Tea', 'Mug', 'Jug').map((item, place) => ({
    ...item,
    group: ['ab 1', 'ab 12', '12'][place] ?? '',
  }))
  const index = indexRows(items, withCode, [])
  const search = (text: string) => namesOf(finish(findTablePage(index, { ...all, search: text })))
  expect(search('AB')).toEqual(['Tea', 'Mug'])
  expect(search('ab 12')).toEqual(['Mug'])
  expect(search('12')).toEqual(['Jug'])
  expect(search('b 1')).toEqual([])
  expect(search('1 ab')).toEqual([])
  expect(search('ug')).toEqual(['Mug', 'Jug'])
})

test("findTablePage sorts text by the language's rules, with empty values last in both directions", () => {
  const items = toItems('Box 10', null, 'éclair', 'box 2', 'Eclair', 'Zebra')
  const sort = { id: 'name', isDescending: false }
  const ascending = ['box 2', 'Box 10', 'Eclair', 'éclair', 'Zebra', null]
  expect(namesOf(find(items, { sort }))).toEqual(ascending)
  expect(namesOf(find(items, { sort: { ...sort, isDescending: true } }))).toEqual([
    ...ascending.slice(0, -1).toReversed(),
    null,
  ])
})

test('findTablePage keeps the original order of equal values in both directions', () => {
  const items = [3, 1, 3, 1].map((price, index) => ({
    ...toItems('x')[0],
    id: index,
    price,
  })) as Item[]
  const ids = (isDescending: boolean) =>
    find(items, { sort: { id: 'price', isDescending } }).rows.map(({ id }) => id)
  expect(ids(false)).toEqual([1, 3, 0, 2])
  expect(ids(true)).toEqual([0, 2, 1, 3])
})

test("findTablePage treats '1', '01' and '001' as equal numbers when sorting", () => {
  const items = toItems('Box 1', 'Box 01', 'Box 1', 'Box 001')
  const sort = { id: 'name', isDescending: true }
  expect(namesOf(find(items, { sort }))).toEqual(['Box 1', 'Box 01', 'Box 1', 'Box 001'])
})

test('a facet counts the rows that match everything but the facet itself', () => {
  const items = [
    { id: 1, name: 'Mug', price: 1, group: 'Kitchen' },
    { id: 2, name: 'Pan', price: 1, group: 'Kitchen' },
    { id: 3, name: 'Mug tree', price: 1, group: 'Garden' },
  ]
  const page = find(items, { search: 'mug', chosen: { group: ['Garden', 'Gone'] } })
  expect(namesOf(page)).toEqual(['Mug tree'])
  expect(page.options.group).toEqual([
    { value: 'Garden', count: 1 },
    { value: 'Gone', count: 0 },
    { value: 'Kitchen', count: 1 },
  ])
})

test.each([
  [1, 1, 10],
  [3, 3, 5],
  [4, 3, 5],
  [99, 3, 5],
])('findTablePage shows page %i of 25 rows as page %i with %i rows', (page, shown, count) => {
  const found = find(toItems(...Array.from({ length: 25 }, String)), { page })
  expect(found).toMatchObject({ page: shown, pageCount: 3 })
  expect(found.rows).toHaveLength(count)
})

test('findTablePage returns one empty page if there are no rows', () => {
  expect(find([], { page: 2 })).toMatchObject({ rows: [], page: 1, pageCount: 1 })
})

test('a second search and sort read no values again', () => {
  const { countedColumns, readCount } = countReads()
  const index = indexRows(toItems('a', 'b', 'c'), countedColumns, facets)
  const sort = { id: 'name', isDescending: false }
  finish(findTablePage(index, { ...all, search: 'a', sort }))
  const before = readCount()
  finish(
    findTablePage(index, { ...all, search: 'b', sort: { ...sort, isDescending: true }, page: 2 }),
  )
  expect(readCount()).toBe(before)
})

test.each([
  [1000, 5000],
  [5000, 0],
])('after preparing %i rows, the first search and sort read %i values', (count, later) => {
  const { countedColumns, readCount } = countReads()
  const names = Array.from({ length: count }, (_, index) => `Item ${index}`)
  const index = indexRows(toItems(...names), countedColumns, facets)
  finish(index.prepare())
  const before = readCount()
  const price = { id: 'price', isDescending: false }
  finish(findTablePage(index, { ...all, search: 'item', sort: price }))
  finish(findTablePage(index, { ...all, sort: { id: 'name', isDescending: true } }))
  expect(readCount() - before).toBe(later)
})

test('findTablePage handles a few rows in a single step', () => {
  const index = indexRows(toItems('a', 'b', 'c'), columns, facets)
  expect(findTablePage(index, { ...all, search: 'a' }).next().done).toBe(true)
})

test('findTablePage returns the next page of known rows in a single step', () => {
  const index = indexRows(toItems(...Array.from({ length: 5000 }, String)), columns, facets)
  const request = { ...all, search: '1', sort: { id: 'name', isDescending: true } }
  finish(findTablePage(index, request))
  expect(findTablePage(index, { ...request, page: 2 }).next().done).toBe(true)
})

test('findTablePage handles a bounded number of 100,000 rows in each step', () => {
  const items = Array.from({ length: 100_000 }, (_, id) => ({
    id,
    name: `Item ${id}`,
    price: (id * 7919) % 100_000,
    group: `Group ${id % 20}`,
  }))
  const { countedColumns, readCount } = countReads()
  const steps = findTablePage(indexRows(items, countedColumns, facets), {
    ...all,
    search: 'item 99',
    chosen: { group: ['Group 3', 'Group 7'] },
    sort: { id: 'price', isDescending: true },
  })
  let maxReads = 0
  let before = 0
  let pauses = 0
  while (!steps.next().done) {
    maxReads = Math.max(maxReads, readCount() - before)
    before = readCount()
    pauses += 1
  }
  // A row has three columns, and a step may end one task and begin the next.
  expect(maxReads).toBeLessThanOrEqual(2 * 3 * stepSize)
  expect(pauses).toBeGreaterThan((5 * items.length) / stepSize)
})
