import { expect, test } from 'vitest'
import { compareDigests } from './shop-digest'

const states = { 'sales 1': 'turn 0, there, 5.00, a1', 'movement 4': 'product 3 by 7' }
const digest = (shown: Record<string, string>, own: string[] = []) => ({
  states: new Map(Object.entries(shown)),
  own: new Set(own),
})
const before = digest(states)

test('compareDigests finds nothing when only writes of the round have changed the shop', () => {
  const now = digest({ ...states, 'sales 2': 'new', 'movement 5': 'product 3 by 8' }, ['sales 2'])
  const noFindings = { lost: [], doubled: [] }
  expect(compareDigests(before, before)).toEqual(noFindings)
  expect(compareDigests(before, now, [{ productId: 3, delta: 8 }])).toEqual(noFindings)
})

test.each([
  ['is missing', { 'movement 4': states['movement 4'] }, 'is missing'],
  ['is deleted', { ...states, 'sales 1': 'turn 1, deleted, 5.00, a1' }, 'without a request'],
  ['has other lines', { ...states, 'sales 1': 'turn 0, there, 5.00, b2' }, 'without a request'],
  ['moves another stock', { ...states, 'movement 4': 'product 2 by 7' }, 'without a request'],
])('compareDigests counts an earlier row as lost when it %s', (_case, shown, message) => {
  const lost = { lost: [expect.stringContaining(message)], doubled: [] }
  expect(compareDigests(before, digest(shown))).toEqual(lost)
})

test.each([
  ['a document', { 'sales 2': 'turn 0, there, 5.00, a1' }],
  ['a stock edit', { 'movement 5': 'product 3 by 7' }],
])('compareDigests counts %s without a request as doubled', (_case, more) => {
  const now = digest({ ...states, ...more })
  const doubled = { lost: [], doubled: [expect.stringContaining('without a request')] }
  expect(compareDigests(before, now)).toEqual(doubled)
})

test('compareDigests reports both a row that disappeared and a row that appeared', () => {
  const { lost, doubled } = compareDigests(
    before,
    digest({ 'sales 2': 'x', 'movement 4': 'product 3 by 7' }),
  )
  expect([lost.length, doubled.length]).toEqual([1, 1])
})
