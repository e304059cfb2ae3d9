import { expect, test } from 'vitest'
import { isWithin } from './machine-checks'

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
