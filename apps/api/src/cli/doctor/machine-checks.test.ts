import { expect, test } from 'vitest'
import { isWithin, rateFreeSpace } from './machine-checks'

const range = '^20.19.0 || ^22.12.0 || >=24.0.0'

test.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['20.18.9', false],
  ['21.9.0', false],
  ['22.12.0', true],
  ['22.11.0', false],
  ['23.11.0', false],
  ['24.0.0', true],
  ['26.1.0', true],
  ['18.20.0', false],
  ['24.0.0-nightly', true],
])('Node %s is within what package.json asks for: %s', (version, within) => {
  expect(isWithin(version, range)).toBe(within)
})

const gigabyte = 1024 ** 3

test.each([
  [3, 20, 'ok'],
  [3, 40, 'look'],
  [1.9, 10, 'look'],
  [0.2, 1, 'look'],
  [0.19, 1, 'wrong'],
  [0, 0, 'wrong'],
])('%d GB free of %d is %s', (free, size, state) => {
  expect(rateFreeSpace({ free: free * gigabyte, size: size * gigabyte })).toBe(state)
})
