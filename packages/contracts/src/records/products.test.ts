import { expect, test } from 'vitest'
import { listIssues } from '../testing/schema-issues'
import { checkStockEdit, products } from './products'

const product = { name: 'Fountain pen', price: 24, cost: 11, categoryId: 1 }
const negative = 'stock: Stock cannot be negative'
const tooMuch = 'stock: Stock must be at most 1,000,000,000'

test.each([
  [{ stock: -5, baseStock: -5 }, []],
  [{ stock: '-5', baseStock: '-5' }, []],
  [{ stock: '-4', baseStock: ' -5.0 ' }, [negative]],
  [{ stock: 0, baseStock: -5 }, []],
  [{ stock: -4, baseStock: -5 }, [negative]],
  [{ stock: -5, baseStock: 3 }, [negative]],
  [{ stock: 1_500_000_000, baseStock: 1_500_000_000 }, []],
  [{ stock: 1_500_000_001, baseStock: 1_500_000_000 }, [tooMuch]],
  [{ stock: 2_000_000_001 }, [tooMuch]],
  [{ stock: 1e16, baseStock: 1 }, [tooMuch, tooMuch]],
  [{ stock: -5, baseStock: 'x' }, ['baseStock: Base stock must be a whole number']],
  [{ stock: 1.5, baseStock: 1.5 }, [negative, 'baseStock: Base stock must be a whole number']],
  // @holds decision 27.1
])('an edit of %j is validated against its base stock', (edit, issues) => {
  expect(listIssues(products.updateInput, { ...product, ...edit })).toEqual(issues)
})

test('an edit without a base stock is validated against the current stock by checkStockEdit', () => {
  const edit = products.updateInput.parse({ ...product, stock: -5 })
  expect(checkStockEdit(edit, -5)).toBeNull()
  expect(checkStockEdit(edit, -6)).toBe('Stock cannot be negative')
  expect(checkStockEdit({ stock: 7 }, -5)).toBeNull()
  expect(checkStockEdit({ stock: 1_000_000_001 }, 5)).toBe('Stock must be at most 1,000,000,000')
})

test('checkStockEdit prefers the base stock to the current stock', () => {
  expect(checkStockEdit({ stock: -5, baseStock: -5 }, -9)).toBeNull()
  expect(checkStockEdit({ stock: -9, baseStock: -5 }, -9)).toBe('Stock cannot be negative')
})

test('an edit validates its stock even if another field is missing', () => {
  expect(
    listIssues(products.updateInput, { ...product, name: undefined, stock: -1, baseStock: 2 }),
  ).toEqual(['name: Product name is required', negative])
})

test('a new product needs a stock of 0 or more, even if a base stock is sent', () => {
  expect(listIssues(products.input, { ...product, stock: -5, baseStock: -5 })).toEqual([negative])
  expect(products.input.parse({ ...product, stock: 0, baseStock: 3 })).not.toHaveProperty(
    'baseStock',
  )
})
