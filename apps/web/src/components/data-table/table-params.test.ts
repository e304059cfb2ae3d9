import { expect, test } from 'vitest'

import { readTableParams, toTableParams } from './table-params'

const known = { columns: [{ id: 'name' }], facets: [{ id: 'group' }] }

test('reads what it has written, whatever a group is called', () => {
  const request = {
    search: ' 100% a&b ',
    chosen: { group: ['Tea, green', '50% off', '%2C', 'Ü'] },
    sort: { id: 'name', isDescending: true },
    page: 3,
    size: 50,
  }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(toTableParams(request))) params.set(name, value ?? '')
  expect(readTableParams(new URLSearchParams(params.toString()), known)).toEqual(request)
})
