import path from 'node:path'
import { UsageError } from '@stockie/stage/usage-error'
import { expect, test } from 'vitest'
import { choose } from './choose'
import { faults } from './faults'
import { readOptions } from './read-options'

test('reads what can be typed', () => {
  const typed = ['--long', '--only', 'api-killed,sigterm', '--seed', '12', '--json', 'rows.json']
  expect(readOptions(typed)).toEqual({
    long: true,
    only: ['api-killed', 'sigterm'],
    seed: 12,
    json: path.resolve('rows.json'),
    help: false,
  })
})

test.each([['--fast'], ['sigterm'], ['--seed', 'one'], ['--only']])('refuses %s', (...args) => {
  expect(() => readOptions(args)).toThrow(UsageError)
})

test('chooses faults by their names, and says which there are', () => {
  expect(choose(faults, ['sigterm', 'api-killed']).map(({ name }) => name)).toEqual([
    'api-killed',
    'sigterm',
  ])
  expect(() => choose(faults, ['earthquake'])).toThrow('There are api-killed, postgres-killed')
})
