import { limits } from '@stockie/contracts'
import { expect, test } from 'vitest'

import { parseQuantity, quantityError } from './typed-quantity'

const cases: [typed: string, quantity: number][] = [
  ['1', 1],
  ['12', 12],
  ['007', 7],
  ['9999', 9999],
  // Anything else counts as 1, because a guess would rarely be what the user meant.
  ['', 1],
  ['0', 1],
  ['00', 1],
  ['-3', 1],
  ['+3', 1],
  ['1.5', 1],
  ['2.0', 1],
  ['1,000', 1],
  ['1e3', 1],
  ['0x10', 1],
  ['abc', 1],
  ['Infinity', 1],
]

// @holds spec 4.19
test.each(cases)('parseQuantity reads %j as %i', (typed, quantity) => {
  for (const max of [limits.purchaseQuantity, limits.saleQuantity]) {
    expect(parseQuantity(typed, max)).toBe(quantity)
  }
})

// @holds spec 5.29, 5.30, 9.10
test('parseQuantity limits any larger number to the maximum', () => {
  for (const max of [limits.purchaseQuantity, limits.saleQuantity]) {
    expect(parseQuantity(String(max), max)).toBe(max)
    expect(parseQuantity(String(max + 1), max)).toBe(max)
    expect(parseQuantity('9'.repeat(400), max)).toBe(max)
  }
})

test('a quantity that may be 0 counts as 0 if it cannot be read', () => {
  expect(['', '0', '-3', '2', '9', 'abc'].map((text) => parseQuantity(text, 5, 0))).toEqual([
    0, 0, 0, 2, 5, 0,
  ])
  expect(['0', '-3', '9'].map((text) => quantityError(text, 5, 0))).toEqual([
    undefined,
    'Less than 0',
    'More than 5',
  ])
})
