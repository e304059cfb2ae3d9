import { expect, test } from 'vitest'
import { chooseByName } from '@stockie/testkit/command-line'
import { measures } from './measures'

const ids = (...only: string[]) =>
  chooseByName(measures, only, { kind: 'row', labelOf: ({ row }) => row }).map(({ row }) => row.id)

test('chooses every row where none is named', () => {
  expect(ids()).toHaveLength(measures.length)
})

test('chooses by the beginning of an id', () => {
  expect(ids('A4')).toEqual(['A4-growth', 'A4-month', 'A4-year', 'A4-24-months'])
  expect(ids('a4-year')).toEqual(['A4-year'])
  expect(ids('W')).toEqual('W1 W2 W3 W4-requests W4-script W5-10k W5-100k W6 W7 W8'.split(' '))
})

test('chooses by a part of the name, of several in the order of the table', () => {
  expect(ids('verify')).toEqual(['A9'])
  expect(ids('A9,a5', 'A1')).toEqual(['A1', 'A5', 'A9'])
})

test('refuses a name that is none, also beside one that is', () => {
  expect(() => ids('A1,nonsense')).toThrow('--only nonsense names no row. There are A1, A2,')
})

test('no two rows have the same id', () => {
  expect(new Set(ids()).size).toBe(measures.length)
})
