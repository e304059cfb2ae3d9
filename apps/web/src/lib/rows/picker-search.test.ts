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

test('the picker search finds codes that equal or begin with the whole search, after all other matches', () => {
  const goods = [
    { name: 'Tea', code: '12' },
    { name: 'Mug', code: '123' },
    { name: 'Box of 12', code: 'ab 1' },
    { name: 'Lid', code: null },
  ]
  const { find, findByCode, findByText } = createPickerSearch(goods, [
    { id: 'name', value: ({ name }) => name },
    { id: 'code', value: ({ code }) => code, searchStarts: ({ code }) => (code ? [code] : []) },
  ])
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  expect(names(find('12').rows)).toEqual(['Box of 12', 'Tea', 'Mug'])
  expect(names(findByText('12').rows)).toEqual(['Box of 12'])
  expect(names(find('23').rows)).toEqual([])
  expect(names(find(' AB 1 ').rows)).toEqual(['Box of 12'])
  expect(findByCode(' 12 ')?.name).toBe('Tea')
  expect(findByCode('AB 1')?.name).toBe('Box of 12')
  expect(findByCode('1')).toBeUndefined()
  expect(findByCode('')).toBeUndefined()
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
