import path from 'node:path'
import { UsageError } from '@stockie/testkit/errors'
import { expect, test } from 'vitest'
import { readOptions } from './bench-options'

test('readOptions parses every option', () => {
  expect(readOptions(['--only', 'A1', '--only', 'B', '--quick', '--json', 'rows.json'])).toEqual({
    only: ['A1', 'B'],
    quick: true,
    json: path.resolve('rows.json'),
    help: false,
    scaling: false,
    tills: [1, 10, 100, 1_000],
  })
  expect(readOptions(['--scaling', '--tills', '3,20'])).toMatchObject({
    scaling: true,
    tills: [3, 20],
  })
})

test.each([['--fast'], ['A1'], ['--only'], ['--tills', '1,x'], ['--tills', '0']])(
  'readOptions rejects %s with a sentence and the usage',
  (...args) => {
    expect(() => readOptions(args)).toThrow(UsageError)
    expect(() => readOptions(args)).toThrow(/\.\n\nUsage:/)
  },
)
