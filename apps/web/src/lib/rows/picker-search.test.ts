import { expect, test } from 'vitest'

import { createPickerSearch } from './picker-search'

interface Good {
  name: string
  group: string | null
}

const columns = [
  { id: 'name', value: ({ name }: Good) => name },
  { id: 'group', value: ({ group }: Good) => group },
]

function finderOf(...goods: [name: string, group: string | null][]) {
  const pickerSearch = createPickerSearch(
    goods.map(([name, group]) => ({ name, group })),
    columns,
  )
  return (search: string) => pickerSearch.find(search).rows.map(({ name }) => name)
}

test('the picker search matches parts of words in any order, regardless of case and accents', () => {
  const find = finderOf(['Crème brûlée', 'Bakery'], ['CREAM', 'Bakery'], ['Rye', null])
  expect(find('CREME')).toEqual(['Crème brûlée'])
  expect(find('bak rûl')).toEqual(['Crème brûlée'])
  expect(find('  bakery ')).toEqual(['Crème brûlée', 'CREAM'])
  expect(find('creme rye')).toEqual([])
  expect(find('null')).toEqual([])
  expect(find('')).toHaveLength(3)
})

test('the picker search lists prefix matches first, then name matches, each in their original order', () => {
  const find = finderOf(['Ink', 'Pens'], ['Fountain pen', null], ['Pencil', null], ['Pen', 'Pens'])
  expect(find('pen')).toEqual(['Pencil', 'Pen', 'Fountain pen', 'Ink'])
})

test('the picker search returns 50 of many matches and counts all, even if half prepared', () => {
  const rows = Array.from({ length: 5000 }, (_, index) => ({ name: `Tea ${index}`, group: null }))
  const pickerSearch = createPickerSearch([...rows, { name: '4999 teas', group: null }], columns)
  const steps = pickerSearch.prepare()
  steps.next()
  const { rows: found, count } = pickerSearch.find('4999')
  expect(count).toBe(2)
  expect(found.map(({ name }) => name)).toEqual(['4999 teas', 'Tea 4999'])
  while (!steps.next().done);
  expect(pickerSearch.find('tea')).toMatchObject({ count: 5001, rows: { length: 50 } })
})
