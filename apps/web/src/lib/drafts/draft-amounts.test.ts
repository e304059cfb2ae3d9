import { maxAmount, sales, saleTotal } from '@stockie/contracts'
import { expect, test } from 'vitest'

import { parseAmount } from './draft'

test.each([
  ['12.50', 12.5],
  [' .5 ', 0.5],
  ['+7', 7],
  ['-1', -1],
  ['-0', 0],
  ['1e3', 0],
  ['0x10', 0],
  ['12,50', 12.5],
  ['12,5', 12.5],
  [',5', 0.5],
  ['1,234', 1234],
  ['1,234,567.80', 1234567.8],
  ['-1,5', -1.5],
  // These could mean either.
  ['0,500', 0],
  ['1,2345', 0],
  ['1,234,5', 0],
  ['1.234,50', 0],
  ['1,', 0],
  ['', 0],
  [String(maxAmount), maxAmount],
  // @holds spec 5.31, decision 28.1
])('parseAmount reads %j as %d', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

test.each(['70000000000000.5', '15'.padEnd(22, '0'), '9'.repeat(400)])(
  'parseAmount turns %s into an amount that the contract refuses as too large',
  (text) => {
    const fees = parseAmount(text)
    expect(saleTotal(0, 0, fees)).toBeGreaterThan(maxAmount)
    const { error } = sales.input.shape.shippingFees.safeParse(fees)
    expect(error?.issues[0]?.message).toBe('Shipping fees must be at most 70,000,000,000,000')
  },
)
