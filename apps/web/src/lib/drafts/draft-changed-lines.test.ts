import { expect, test } from 'vitest'

import { compareWithProducts } from './draft'

const line = { productId: 1, name: 'Lamp', price: 20, quantity: 2 }
const priceOf = ({ price }: { price: number }) => price

test.each([
  ['same', [{ id: 1, price: 20 }]],
  [{ price: 25 }, [{ id: 1, price: 25 }]],
  ['deleted', [{ id: 2, price: 20 }]],
  ['same', undefined],
])('compareWithProducts reports %j for a line when the products are %j', (state, products) => {
  expect(compareWithProducts([line], products, priceOf)).toEqual([{ line, state }])
})
