import path from 'node:path'
import { UsageError } from '@stockie/testkit/errors'
import { expect, test } from 'vitest'
import { readOptions } from './bench-options'

test('reads what can be typed', () => {
  expect(readOptions(['--only', 'A1', '--only', 'B', '--quick', '--json', 'rows.json'])).toEqual({
    only: ['A1', 'B'],
    quick: true,
    json: path.resolve('rows.json'),
    help: false,
  })
})

test.each([['--fast'], ['A1'], ['--only']])('refuses %s in a sentence', (...args) => {
  expect(() => readOptions(args)).toThrow(UsageError)
  expect(() => readOptions(args)).toThrow(/\.\n\nUsage:/)
})
