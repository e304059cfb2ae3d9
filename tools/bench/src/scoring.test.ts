import { expect, test } from 'vitest'
import type { Row } from './bench'
import { toJson } from './ratio-table'
import { isUnsteady, judge } from './scoring'

test('an anchor whose best is 1.6 times its worst is not steady', () => {
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
const slim: Row = { ...row, goal: { atMost: 1.5 }, moonshot: { atMost: 1.1 } }

test('scores the median of the rounds, with the least and the most', () => {
  expect(judge(row, { rounds: [0.9, 0.1, 0.7, 0.8, 0.6], shown: [] })).toMatchObject({
    ratio: 0.7,
    min: 0.1,
    max: 0.9,
  })
  expect(judge(row, { rounds: [0.2, 0.4], shown: [] }).ratio).toBeCloseTo(0.3)
})

test.each([
  [row, 0.64, 'missed'],
  [row, 0.65, 'goal'],
  [row, 0.9, 'moonshot'],
  [slim, 1.51, 'missed'],
  [slim, 1.5, 'goal'],
  [slim, 1.1, 'moonshot'],
  [slim, Number.NaN, 'missed'],
])('says what a ratio has reached (%#)', (of, ratio, verdict) => {
  expect(judge(of, { rounds: [ratio], shown: [] }).verdict).toBe(verdict)
})

test('a row that was too noisy meets nothing', () => {
  const judged = judge(row, { rounds: [2], noisy: true, shown: [] })
  expect(judged.verdict).toBe('too noisy')
  expect(toJson(judged)).toMatchObject({ met: false, noisy: true })
})

test('writes a row as JSON', () => {
  expect(toJson(judge(row, { rounds: [0.7, 0.6, 0.8], shown: ['1 req/s'] }))).toEqual({
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

test('writes a row that failed as JSON, with no ratio', () => {
  expect(toJson({ row, failure: 'It broke.' })).toMatchObject({
    id: 'A1',
    ratio: null,
    met: false,
    rounds: [],
    failure: 'It broke.',
  })
})
