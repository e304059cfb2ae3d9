import { expect, test } from 'vitest'

import { readTableParams, toTableParams } from './table-url-state'

const schema = { columns: [{ id: 'name' }], facets: [{ id: 'group' }] }
const defaults = { search: '', chosen: { group: [] }, sort: null, page: 1, size: 10 }

test('readTableParams reads back what toTableParams wrote for any group name', () => {
  const request = {
    search: ' 100% a&b ',
    chosen: { group: ['Tea, green', '50% off', '%2C', 'Ü'] },
    sort: { id: 'name', isDescending: true },
    page: 3,
    size: 50,
  }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(toTableParams(request))) params.set(name, value ?? '')
  expect(readTableParams(new URLSearchParams(params.toString()), schema)).toEqual(request)
})

test.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=99999999999999999999',
  'page=two',
  'size=7',
  'size=1e1&page=',
  'sort=password',
  'sort=-',
  'sort=',
  'group=',
  'group=,,',
  'q=',
])('readTableParams of ?%s returns the defaults', (query) => {
  expect(readTableParams(new URLSearchParams(query), schema)).toEqual(defaults)
})
