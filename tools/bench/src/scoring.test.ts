import { expect, test } from 'vitest'
import type { Row } from './bench'
import { toJson } from './ratio-table'
import { isUnsteady, scoreOutcome } from './scoring'

test('isUnsteady is true when the largest value is at least 1.6 times the smallest', () => {
  expect(isUnsteady([100, 130, 159])).toBe(false)
  expect(isUnsteady([100, 130, 160])).toBe(true)
})

const row: Row = {
  id: 'A1',
  name: 'GET profit summary',
  anchor: 'node:http + pg',
  goal: { atLeast: 0.65 },
  moonshot: { atLeast: 0.9 },
}
const upperBoundRow: Row = { ...row, goal: { atMost: 1.5 }, moonshot: { atMost: 1.1 } }

test('scoreOutcome returns the median of the rounds with their minimum and maximum', () => {
  expect(scoreOutcome(row, { rounds: [0.9, 0.1, 0.7, 0.8, 0.6], shown: [] })).toMatchObject({
    ratio: 0.7,
    min: 0.1,
    max: 0.9,
  })
  expect(scoreOutcome(row, { rounds: [0.2, 0.4], shown: [] }).ratio).toBeCloseTo(0.3)
})

test.each([
  [row, 0.64, 'missed'],
  [row, 0.65, 'goal'],
  [row, 0.9, 'moonshot'],
  [upperBoundRow, 1.51, 'missed'],
  [upperBoundRow, 1.5, 'goal'],
  [upperBoundRow, 1.1, 'moonshot'],
  [upperBoundRow, Number.NaN, 'missed'],
])('scoreOutcome compares a ratio with both bounds (%#)', (boundedRow, ratio, verdict) => {
  expect(scoreOutcome(boundedRow, { rounds: [ratio], shown: [] }).verdict).toBe(verdict)
})

test('a row that was too noisy counts as not met', () => {
  const scored = scoreOutcome(row, { rounds: [2], noisy: true, shown: [] })
  expect(scored.verdict).toBe('too noisy')
  expect(toJson(scored)).toMatchObject({ met: false, noisy: true })
})

test('toJson returns every field of a scored row', () => {
  expect(toJson(scoreOutcome(row, { rounds: [0.7, 0.6, 0.8], shown: ['1 req/s'] }))).toEqual({
    id: 'A1',
    name: 'GET profit summary',
    anchor: 'node:http + pg',
    ratio: 0.7,
    min: 0.6,
    max: 0.8,
    goal: '>= 0.65',
    moonshot: '>= 0.9',
    met: true,
    rounds: [0.7, 0.6, 0.8],
    noisy: false,
  })
})

test('toJson returns a failed row without a ratio', () => {
  expect(toJson({ row, failure: 'It broke.' })).toMatchObject({
    id: 'A1',
    ratio: null,
    met: false,
    rounds: [],
    failure: 'It broke.',
  })
})
