import { expect, test } from 'vitest'
import { productName } from './bench-shop'

const namesOf = (products: number) =>
  Array.from({ length: products }, (_, index) => productName(index + 1, products))

test.each([100, 2_000, 10_000, 100_000])(
  'the bench shop gives each of %d products a unique name',
  (products) => {
    expect(new Set(namesOf(products)).size).toBe(products)
  },
)

test('the bench shop numbers most product names, in no order', () => {
  const names = namesOf(2_000)
  expect(names).toContain('Green Tea')
  expect(names).toContain('Green Tea 2')
  expect(names).toContain('Green Tea 10')
  const numbers = names.slice(0, 1_000).map((name) => Number(/\d+$/.exec(name)?.[0] ?? 0))
  expect(numbers).not.toEqual(numbers.toSorted((a, b) => a - b))
})
