import { expect, test } from 'vitest'
import { drawTable } from './ratio-table'
import { scoreOutcome } from './scoring'
import type { Row } from './bench'

const row: Row = {
  id: 'A1',
  name: 'GET profit summary',
  anchor: 'node:http + pg',
  goal: { atLeast: 0.65 },
  moonshot: { atLeast: 0.9 },
}

test('drawTable prints a line for each row, also failed ones, and the absolute figures below', () => {
  const results = [
    scoreOutcome(row, { rounds: [0.7123, 0.61, 0.8], shown: ['stockie 100 req/s'] }),
    { row: { ...row, id: 'A2' }, failure: 'It broke.' },
    { row: { ...row, id: 'A3' }, unsupported: 'No /proc here.' },
  ]
  expect(drawTable(results, { quick: false })).toMatchInlineSnapshot(`
    "    what                anchor          ratio  min–max   goal     moonshot
    A1  GET profit summary  node:http + pg  0.712  0.61–0.8  >= 0.65  >= 0.9    goal
    A2  GET profit summary  node:http + pg                   >= 0.65  >= 0.9    failed
    A3  GET profit summary  node:http + pg                   >= 0.65  >= 0.9    unsupported

    Absolute figures, valid for this machine only:
    A1: stockie 100 req/s
    A2: It broke.
    A3: No /proc here."
  `)
})

test('drawTable marks a quick run above the table', () => {
  const results = [scoreOutcome(row, { rounds: [1], shown: [] })]
  expect(drawTable(results, { quick: true })).toMatch(/^Quick run .* not for the record\./)
})
