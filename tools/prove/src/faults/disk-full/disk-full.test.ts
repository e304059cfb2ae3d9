import { expect, test } from 'vitest'
import { judgeWaits } from './disk-full'

const noWaits = { inVain: 0, reads: { sent: 8, late: 0 } }

test('judgeWaits finds nothing when no request waited in vain', () => {
  expect(judgeWaits([noWaits], 8)).toEqual({ brokenPromises: [], remarks: [] })
})

test('judgeWaits excuses a minority of waits and reports them as remarks', () => {
  const slow = { inVain: 4, reads: { sent: 8, late: 4 } }
  expect(judgeWaits([slow], 8)).toEqual({
    brokenPromises: [],
    remarks: [
      '4 writes timed out waiting for a connection, beside 8 that were refused.',
      '4 of 8 reads timed out waiting for a connection.',
    ],
  })
})

test.each([
  [
    'most reads wait in vain',
    { ...noWaits, reads: { sent: 8, late: 5 } },
    /^5 of 8 reads timed out/,
  ],
  ['most writes wait in vain', { ...noWaits, inVain: 5 }, /^5 writes timed out/],
  ['no read was sent', { ...noWaits, reads: { sent: 0, late: 0 } }, /^no read could be judged/],
])('judgeWaits reports a finding when %s', (_case, part, finding) => {
  const { brokenPromises } = judgeWaits([part], 8)
  expect(brokenPromises).toEqual([expect.stringMatching(finding)])
})

test('judgeWaits accepts a part without reads when another part has some', () => {
  const stopped = { ...noWaits, reads: { sent: 0, late: 0 } }
  expect(judgeWaits([noWaits, stopped], 8).brokenPromises).toEqual([])
})
