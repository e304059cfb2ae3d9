import { expect, test } from 'vitest'
import { findMissingAnswers } from './missing-answers'

const [kill, later] = [
  { from: 100_000, serves: 100_700 },
  { from: 130_000, serves: 133_000 },
]
const request = {
  path: '/api/v1/sales',
  why: 'Error: socket hang up',
  waited: 300,
  timedOut: false,
}

test.each([
  ['in flight at a kill', { began: 99_900 }],
  ['that broke at the moment of a kill', { began: 99_999.75, waited: 0.125 }],
  ['sent to a process that was being killed', { began: 100_150, waited: 20 }],
  ['sent on a connection that had just closed', { began: 100_300, waited: 1 }],
  ['in flight at a later kill', { began: 129_900 }],
  ['sent while the next process was still starting', { began: 132_900, waited: 1 }],
])('findMissingAnswers excludes a request %s', (_case, unanswered) => {
  expect(findMissingAnswers([{ ...request, ...unanswered }], [kill, later])).toEqual([])
})

test.each([
  ['that broke long before a kill', { began: 90_000 }],
  ['that broke just before a kill', { began: 99_600 }],
  ['that broke long after a kill', { began: 110_000 }],
  ['that a process dropped after it served again', { began: 133_000, waited: 1 }],
  ['that timed out', { began: 99_000, waited: 10_000, timedOut: true }],
])('findMissingAnswers reports a request %s', (_case, unanswered) => {
  const missing = { ...request, ...unanswered }
  expect(findMissingAnswers([missing], [kill, later])).toEqual([missing])
})
