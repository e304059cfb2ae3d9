import { expect, test } from 'vitest'
import { productName } from './product-name'

test.each([100, 2_000, 10_000, 100_000])(
  'gives %d products names of their own, in no order',
  (products) => {
    const names = Array.from({ length: products }, (_, index) => productName(index + 1, products))
    expect(new Set(names).size).toBe(products)
    expect(names).not.toEqual(names.toSorted())
  },
)

test('gives most products a number, so that the natural order is another', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => productName(index + 1, 2_000))
  expect(names).toContain('Green Tea')
  expect(names.indexOf('Green Tea 2')).toBeGreaterThan(-1)
  expect(names).toContain('Green Tea 10')
})
