import path from 'node:path'
import { UsageError } from '@stockie/testkit/errors'
import { expect, test } from 'vitest'
import { chooseByName } from '@stockie/testkit/command-line'
import { faults } from './faults'
import { readOptions } from './prove-options'

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
  const chosen = (...only: string[]) =>
    chooseByName(faults, only, { kind: 'fault', labelOf: ({ name }) => ({ id: name, name }) })
  expect(chosen('sigterm', 'api-killed').map(({ name }) => name)).toEqual(['api-killed', 'sigterm'])
  expect(() => chosen('earthquake')).toThrow('There are api-killed, postgres-killed')
})
