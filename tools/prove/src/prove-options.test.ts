import path from 'node:path'
import { UsageError } from '@stockie/testkit/errors'
import { expect, test } from 'vitest'
import { chooseByName } from '@stockie/testkit/command-line'
import { faults } from './faults'
import { readOptions } from './prove-options'

test('readOptions parses every option', () => {
  const args = ['--long', '--only', 'api-killed,sigterm', '--seed', '12', '--json', 'rows.json']
  expect(readOptions(args)).toEqual({
    long: true,
    only: ['api-killed', 'sigterm'],
    seed: 12,
    json: path.resolve('rows.json'),
    help: false,
  })
})

test.each([['--fast'], ['sigterm'], ['--seed', 'one'], ['--only']])(
  'readOptions rejects %s',
  (...args) => {
    expect(() => readOptions(args)).toThrow(UsageError)
  },
)

test('chooseByName selects faults by name, and lists all of them for an unknown name', () => {
  const choose = (...only: string[]) =>
    chooseByName(faults, only, { kind: 'fault', labelOf: ({ name }) => ({ id: name, name }) })
  expect(choose('sigterm', 'api-killed').map(({ name }) => name)).toEqual(['api-killed', 'sigterm'])
  expect(() => choose('earthquake')).toThrow('There are api-killed, postgres-killed')
})
