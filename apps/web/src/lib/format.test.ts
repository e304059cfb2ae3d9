import { expect, test } from 'vitest'

import { initials } from './format'

test.each([
  ['Olivia Owner', 'OO'],
  ['Ludwig van der Berg', 'LB'],
  ['  cher ', 'C'],
  ['😀 smile', '😀S'],
  ['', ''],
])('the initials of %o are %o', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
