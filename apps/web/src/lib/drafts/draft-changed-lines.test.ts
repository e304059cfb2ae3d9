import { expect, test } from 'vitest'

import { compareWithProducts } from './draft'

const line = { productId: 1, name: 'Lamp', price: 20, quantity: 2 }
const priceOf = ({ price }: { price: number }) => price

test.each([
  ['same', [{ id: 1, price: 20, stock: 2 }]],
  [{ price: 25 }, [{ id: 1, price: 25, stock: 2 }]],
  ['deleted', [{ id: 2, price: 20, stock: 2 }]],
  ['same', undefined],
])('compareWithProducts reports %j for a line when the products are %j', (state, products) => {
  expect(compareWithProducts([line], products, priceOf, true)).toEqual([{ line, state }])
})

test('compareWithProducts reports the stock of a product of which a sale takes more', () => {
  const compare = (stock: number, isSale: boolean) =>
    compareWithProducts([line], [{ id: 1, price: 20, stock }], priceOf, isSale)[0]?.shortStock
  expect(compare(2, true)).toBeUndefined()
  expect(compare(1, true)).toBe(1)
  expect(compare(-4, true)).toBe(-4)
  expect(compare(1, false)).toBeUndefined()
})
