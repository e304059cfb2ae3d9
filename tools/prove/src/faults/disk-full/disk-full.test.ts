import { expect, test } from 'vitest'
import { judgeTurns } from './disk-full'

const calm = { inVain: 0, reads: { asked: 8, late: 0 } }

test('where everybody has a turn there is nothing to say', () => {
  expect(judgeTurns([calm], 8)).toEqual({ unkept: [], remarks: [] })
})

test('whoever is excused is told of', () => {
  const slow = { inVain: 4, reads: { asked: 8, late: 4 } }
  expect(judgeTurns([slow], 8)).toEqual({
    unkept: [],
    remarks: [
      '4 writes waited for a turn in vain, beside 8 that were refused.',
      '4 of 8 reads waited for a turn in vain.',
    ],
  })
})

test.each([
  ['most reads wait in vain', { ...calm, reads: { asked: 8, late: 5 } }, /^5 of 8 reads waited/],
  ['most writes wait in vain', { ...calm, inVain: 5 }, /^5 writes waited/],
  ['no read was asked for', { ...calm, reads: { asked: 0, late: 0 } }, /^no read could be judged/],
])('where %s it is a finding', (_what, part, finding) => {
  const { unkept } = judgeTurns([part], 8)
  expect(unkept).toEqual([expect.stringMatching(finding)])
})

test('a part in which PostgreSQL had no room for its log either need not have been read in', () => {
  const stopped = { ...calm, reads: { asked: 0, late: 0 } }
  expect(judgeTurns([calm, stopped], 8).unkept).toEqual([])
})
