import { expect, test } from 'vitest'
import { compareDigests } from './shop-digest'

const states = { 'sales 1': 'turn 0, there, 5.00, a1', 'movement 4': 'product 3 by 7' }
const digest = (shown: Record<string, string>, own: string[] = []) => ({
  states: new Map(Object.entries(shown)),
  own: new Set(own),
})
const before = digest(states)

test('finds nothing where all is as it was, but for what the round has sent', () => {
  const now = digest({ ...states, 'sales 2': 'new', 'movement 5': 'product 3 by 8' }, ['sales 2'])
  const nothing = { lost: [], doubled: [] }
  expect(compareDigests(before, before)).toEqual(nothing)
  expect(compareDigests(before, now, [{ productId: 3, delta: 8 }])).toEqual(nothing)
})

test.each([
  ['is not there', { 'movement 4': states['movement 4'] }, 'is not'],
  ['is deleted', { ...states, 'sales 1': 'turn 1, deleted, 5.00, a1' }, 'nobody has asked for'],
  ['has other lines', { ...states, 'sales 1': 'turn 0, there, 5.00, b2' }, 'nobody has asked for'],
  ['moves another stock', { ...states, 'movement 4': 'product 2 by 7' }, 'nobody has asked for'],
])('what was there and %s is lost', (_what, shown, said) => {
  const lost = { lost: [expect.stringContaining(said)], doubled: [] }
  expect(compareDigests(before, digest(shown))).toEqual(lost)
})

test.each([
  ['a document', { 'sales 2': 'turn 0, there, 5.00, a1' }],
  ['an edit of a stock', { 'movement 5': 'product 3 by 7' }],
])('%s that nobody has asked for is doubled', (_what, more) => {
  const now = digest({ ...states, ...more })
  const doubled = { lost: [], doubled: [expect.stringContaining('nobody has asked for')] }
  expect(compareDigests(before, now)).toEqual(doubled)
})

test('one more goes and another comes: both are told', () => {
  const { lost, doubled } = compareDigests(
    before,
    digest({ 'sales 2': 'x', 'movement 4': 'product 3 by 7' }),
  )
  expect([lost.length, doubled.length]).toEqual([1, 1])
})
