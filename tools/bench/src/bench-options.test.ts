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
  })
})

test.each([['--fast'], ['A1'], ['--only']])(
  'readOptions rejects %s with a sentence and the usage',
  (...args) => {
    expect(() => readOptions(args)).toThrow(UsageError)
    expect(() => readOptions(args)).toThrow(/\.\n\nUsage:/)
  },
)
