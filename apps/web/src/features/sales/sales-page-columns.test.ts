import { expect, test } from 'vitest'

import { findTablePage } from '@/lib/rows/table-page'
import { indexRows } from '@/lib/rows/row-index'
import { free, gift, plain, withoutLines } from '@/test/sale-fixtures'

import { saleColumns } from './sales-page'

function find(search: string, sort: string | null = null) {
  const request = { search, chosen: {}, sort: sort ? { id: sort, isDescending: false } : null }
  const steps = findTablePage(indexRows(withoutLines([gift, free, plain]), saleColumns, []), {
    ...request,
    page: 1,
    size: 10,
  })
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value.rows.map(({ saleId }) => saleId)
}

test.each([
  ['12', [12]],
  ['emilie', [12]],
  ['1419.25', [12]],
  ['$1,419.25', [12]],
  ['100.10', [12]],
  ['-$50', [10]],
  ['+$12.35', [12]],
  ['gift', [12]],
  ['walk-in 48', [9]],
  ['walk-in 50', [10]],
  ['grinder', [12, 10]],
  ['emilie mug', [12]],
  // Use the picker for days: a search for "20" would match every year.
  ['2026', []],
])('searching sales for %s finds the sales %j', (search, ids) => {
  expect(find(search)).toEqual(ids)
})

test('an export has the returned amount, which is no column of the list', () => {
  const [after] = saleColumns.filter(({ exportedNext }) => exportedNext)
  expect([after?.title, after?.exportedNext?.title]).toEqual(['Total Amount', 'Returned'])
  expect(after?.exportedNext?.amount({ ...gift, returnedAmount: 22.5 })).toBe(22.5)
  expect(saleColumns.map(({ title }) => title)).not.toContain('Returned')
})

test('sales of the same day are sorted by number', () => {
  expect(find('', 'date')).toEqual([9, 10, 12])
})
