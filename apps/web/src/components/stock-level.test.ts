import { expect, test } from 'vitest'

import { stockLevel } from './stock-level'

test.each([
  [-3, 'out of stock'],
  [0, 'out of stock'],
  [1, 'low stock'],
  [9, 'low stock'],
  [10, 'in stock'],
  // @holds spec 2.81, 9.8, 9.9
])('stockLevel of %d is "%s"', (stock, level) => {
  expect(stockLevel(stock)).toBe(level)
})
