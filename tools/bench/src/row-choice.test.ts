import { expect, test } from 'vitest'
import { chooseByName } from '@stockie/testkit/command-line'
import { measures } from './measures'

const ids = (...only: string[]) =>
  chooseByName(measures, only, { kind: 'row', labelOf: ({ row }) => row }).map(({ row }) => row.id)

test('chooseByName selects every row without --only', () => {
  expect(ids()).toHaveLength(measures.length)
})

test('chooseByName selects rows by the start of their ID, in any case', () => {
  expect(ids('A4')).toEqual(['A4-growth', 'A4-month', 'A4-year', 'A4-24-months'])
  expect(ids('a4-year')).toEqual(['A4-year'])
  expect(ids('W')).toEqual(
    'W1 W2 W3 W4-requests W4-script W5-10k W5-100k W6 W7 W8 W9 W10'.split(' '),
  )
})

test('chooseByName selects rows by a part of the name, in the order of the table', () => {
  expect(ids('verify')).toEqual(['A9'])
  expect(ids('A9,a5', 'A1')).toEqual(['A1', 'A5', 'A9'])
})

test('chooseByName rejects an unknown name, even beside a known one', () => {
  expect(() => ids('A1,nonsense')).toThrow('--only nonsense names no row. There are A1, A2,')
})

test('the rows have unique IDs', () => {
  expect(new Set(ids()).size).toBe(measures.length)
})
