import { expect, test } from 'vitest'
import { listIssues } from '../testing/schema-issues'
import { sale } from '../testing/valid-inputs'
import { parkedSales } from './parked-sales'

const { customerId, discount, shippingFees, remark, saleDetails } = sale
const parked = { customerId, discount, shippingFees, remark, saleDetails }
const [line] = saleDetails

test('a parked sale needs a customer or a line', () => {
  expect(listIssues(parkedSales.input, { ...parked, saleDetails: [] })).toEqual([])
  expect(listIssues(parkedSales.input, { ...parked, customerId: null })).toEqual([])
  expect(listIssues(parkedSales.input, { ...parked, customerId: null, saleDetails: [] })).toEqual([
    'saleDetails: Choose a customer or add a product to park the sale.',
  ])
})

test('a parked sale without a name and a customer has null for both', () => {
  const { name, customerId: kept } = parkedSales.input.parse({ ...parked, customerId: undefined })
  expect([name, kept]).toEqual([null, null])
})

test('a parked sale has one line for each product', () => {
  const twice = { ...parked, saleDetails: [...saleDetails, line] }
  expect(listIssues(parkedSales.input, twice)).toEqual([
    'saleDetails.2.productId: A parked sale has one line for each product',
  ])
})

test('the lines of a parked sale follow the rules of a sale', () => {
  const wrong = [{ ...line, total: 1 }]
  expect(listIssues(parkedSales.input, { ...parked, saleDetails: wrong })).toEqual([
    'saleDetails.0.total: Total must be the price times the quantity',
  ])
  const quantity = 1_000_000
  const price = 100_000_000
  const dear = [{ productId: 1, price, quantity, total: price * quantity }]
  expect(listIssues(parkedSales.input, { ...parked, saleDetails: dear })).toEqual([
    'saleDetails: The lines together must be at most 70,000,000,000,000',
  ])
  expect(listIssues(parkedSales.input, { ...parked, discount: 0.001, shippingFees: -1 })).toEqual([
    'discount: Discount must have at most two decimals',
    'shippingFees: Shipping fees cannot be negative',
  ])
})
