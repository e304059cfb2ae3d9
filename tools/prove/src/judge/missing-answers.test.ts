import { expect, test } from 'vitest'
import { findMissingAnswers } from './missing-answers'

const [kill, later] = [
  { from: 100_000, serves: 100_700 },
  { from: 130_000, serves: 133_000 },
]
const one = { path: '/api/v1/sales', why: 'Error: socket hang up', waited: 300, ranOut: false }

test.each([
  ['was under way at a kill', { began: 99_900 }],
  ['broke off in the moment of a kill', { began: 99_999.75, waited: 0.125 }],
  ['was asked of a process that was about to go', { began: 100_150, waited: 20 }],
  ['was asked over a connection that had just gone', { began: 100_300, waited: 1 }],
  ['was under way at a later kill', { began: 129_900 }],
  ['came while another one started, however slowly', { began: 132_900, waited: 1 }],
])('who %s was owed no answer', (_what, unanswered) => {
  expect(findMissingAnswers([{ ...one, ...unanswered }], [kill, later])).toEqual([])
})

test.each([
  ['broke off long before a kill', { began: 90_000 }],
  ['broke off just before it', { began: 99_600 }],
  ['broke off long after it', { began: 110_000 }],
  ['was dropped by one that served again', { began: 133_000, waited: 1 }],
  ['was waited for until the client gave it up', { began: 99_000, waited: 10_000, ranOut: true }],
])('what %s was owed one', (_what, unanswered) => {
  const owed = { ...one, ...unanswered }
  expect(findMissingAnswers([owed], [kill, later])).toEqual([owed])
})
