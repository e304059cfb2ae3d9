import { expect, test } from 'vitest'
import { listIssues } from '../testing/schema-issues'
import { purchases } from './purchases'
import { sales } from './sales'
import { purchase, sale } from '../testing/valid-inputs'

const [line] = sale.saleDetails
const wrongSale =
  'totalAmount: Total amount must be the subtotal minus the discount plus the shipping fees, or 0 if that is below 0'
const wrongPurchase = 'totalAmount: Total amount must be the sum of the lines'
const linesTooHigh = 'The lines together must be at most 70,000,000,000,000'

// @holds decision 7.1, asvs 2.1.2
test('a sale is rejected if its total does not add up', () => {
  for (const totalAmount of [69.49, 69.51, 0, 72]) {
    expect(listIssues(sales.input, { ...sale, totalAmount })).toEqual([wrongSale])
  }
})

// @holds decision 7.1
test('a purchase is rejected if its total does not add up', () => {
  expect(listIssues(purchases.input, { ...purchase, totalAmount: 118.01 })).toEqual([wrongPurchase])
})

// @holds decision 7.1
test('a sale names the line whose total does not add up', () => {
  const saleDetails = [...sale.saleDetails, { ...line, total: 47 }]
  expect(listIssues(sales.input, { ...sale, saleDetails, totalAmount: 117.5 })).toEqual([
    'saleDetails.2.total: Total must be the price times the quantity',
  ])
})

// @holds decision 7.1
test('a sale has a total of 0 if its discount exceeds its value', () => {
  const discounted = { ...sale, discount: 100 }
  expect(listIssues(sales.input, { ...discounted, totalAmount: 0 })).toEqual([])
  expect(listIssues(sales.input, { ...discounted, totalAmount: 1 })).toEqual([wrongSale])
})

test.each([
  [
    sales.input,
    ['customerId', 'saleDate', 'saleDetails', 'discount', 'shippingFees', 'totalAmount'],
  ],
  [purchases.input, ['supplierId', 'purchaseDate', 'purchaseDetails', 'totalAmount']],
])('an empty document reports its missing fields in the order of a submit', (input, fields) => {
  expect(input.safeParse({}).error?.issues.map(({ path }) => path)).toEqual(
    fields.map((field) => [field]),
  )
})

test('a document reports every invalid field, but no total that depends on one of them', () => {
  const body = {
    ...sale,
    customerId: undefined,
    totalAmount: 1,
    saleDetails: [
      { ...line, total: 1 },
      { ...line, quantity: 0 },
      { ...line, price: '24' },
    ],
  }
  expect(listIssues(sales.input, body)).toEqual([
    'customerId: Please select a customer.',
    'saleDetails.0.total: Total must be the price times the quantity',
    'saleDetails.1.quantity: Quantity must be a whole number from 1 to 1,000,000',
    'saleDetails.2.price: Price must be a positive integer',
  ])
})

test.each([
  [{ discount: -1 }, 'discount: Discount cannot be negative'],
  [{ discount: '5.75' }, 'discount: Discount must be a number'],
  [{ shippingFees: 3.255 }, 'shippingFees: Shipping fees must have at most two decimals'],
  [{ saleDetails: [] }, 'saleDetails: Please add at least one product.'],
  [{ totalAmount: -0.001 }, 'totalAmount: Total amount cannot be negative'],
  [{ totalAmount: 1e21 }, 'totalAmount: Total amount must be at most 70,000,000,000,000'],
])('a sale reports one mistake once: %j', (broken, issue) => {
  expect(listIssues(sales.input, { ...sale, ...broken })).toEqual([issue])
})

test('a purchase reports one mistake once', () => {
  expect(listIssues(purchases.input, { ...purchase, purchaseDetails: [] })).toEqual([
    'purchaseDetails: Please add at least one product to the purchase.',
  ])
  const purchaseDetails = [{ ...line, quantity: 10_000 }]
  expect(listIssues(purchases.input, { ...purchase, purchaseDetails })).toEqual([
    'purchaseDetails.0.quantity: Quantity must be a whole number from 1 to 9,999',
  ])
})

test('a sale validates its total even if a line lacks its product', () => {
  const saleDetails = [{ ...line, productId: undefined }]
  expect(listIssues(sales.input, { ...sale, saleDetails })).toEqual([
    'saleDetails.0.productId: Please select a product',
    wrongSale,
  ])
})

const lineRules = [
  { broken: { productId: 0 }, issue: 'productId: Please select a product' },
  { broken: { productId: '1' }, issue: 'productId: Please select a product' },
  { broken: { price: 0 }, issue: 'price: Price must be a positive integer' },
  { broken: { price: 1.5 }, issue: 'price: Price must be a positive integer' },
  { broken: { price: 1e9 + 1 }, issue: 'price: Price must be at most 1,000,000,000' },
  { broken: { total: '48' }, issue: 'total: Total must be the price times the quantity' },
  { broken: { total: null }, issue: 'total: Total must be the price times the quantity' },
]

test.each(lineRules)('an invalid line reports: $issue', ({ broken, issue }) => {
  const lines = [{ ...line, ...broken }]
  expect(listIssues(sales.input, { ...sale, saleDetails: lines })).toContain(
    `saleDetails.0.${issue}`,
  )
  expect(listIssues(purchases.input, { ...purchase, purchaseDetails: lines })).toContain(
    `purchaseDetails.0.${issue}`,
  )
})

test.each([null, 7, 'text', []])(
  'a sale names the fields of a line if a line is %j',
  (notALine) => {
    expect(listIssues(sales.input, { ...sale, saleDetails: [notALine] })).toEqual([
      'saleDetails.0: A line must have a product, a price, a quantity and a total',
    ])
  },
)

test.each([0, -1, 1.5, '2', null, Number.NaN, 1_000_001])(
  // @holds spec 5.30, decision 29.1
  'a sale rejects the quantity %s',
  (quantity) => {
    const saleDetails = [{ ...line, quantity }]
    expect(listIssues(sales.input, { ...sale, saleDetails })).toContain(
      'saleDetails.0.quantity: Quantity must be a whole number from 1 to 1,000,000',
    )
  },
)

test.each([0, -1, 1.5, '2', null, Number.NaN, 10_000])(
  // @holds spec 5.29, 9.10
  'a purchase rejects the quantity %s',
  (quantity) => {
    const purchaseDetails = [{ ...line, quantity }]
    expect(listIssues(purchases.input, { ...purchase, purchaseDetails })).toContain(
      'purchaseDetails.0.quantity: Quantity must be a whole number from 1 to 9,999',
    )
  },
)

// @holds spec 5.29, 5.30, 9.10
test('sales and purchases accept their largest quantities', () => {
  const saleDetails = [{ productId: 1, price: 1, quantity: 1_000_000, total: 1_000_000 }]
  const purchaseDetails = [{ productId: 1, price: 1, quantity: 9999, total: 9999 }]
  expect(listIssues(sales.input, { ...sale, saleDetails, totalAmount: 999_997.5 })).toEqual([])
  expect(listIssues(purchases.input, { ...purchase, purchaseDetails, totalAmount: 9999 })).toEqual(
    [],
  )
})

// @holds decision 16.2
test('a purchase accepts 1,000 lines and rejects one more', () => {
  const purchaseDetails = Array.from({ length: 1000 }, () => line)
  const full = { ...purchase, purchaseDetails, totalAmount: 48_000 }
  const over = { ...full, purchaseDetails: [...purchaseDetails, line], totalAmount: 48_048 }
  expect(listIssues(purchases.input, full)).toEqual([])
  expect(listIssues(purchases.input, over)).toEqual([
    'purchaseDetails: A document has at most 1,000 lines',
  ])
})

test('a document is rejected if its lines sum to more than the largest exact amount', () => {
  const expensive = { productId: 1, price: 1e9, quantity: 70_000, total: 7e13 }
  const largest = { ...sale, saleDetails: [expensive], discount: 0.01, shippingFees: 0 }
  expect(listIssues(sales.input, { ...largest, totalAmount: 69_999_999_999_999.99 })).toEqual([])
  expect(
    listIssues(sales.input, {
      ...largest,
      saleDetails: [expensive, line],
      discount: 7e13,
      totalAmount: 48,
    }),
  ).toEqual([`saleDetails: ${linesTooHigh}`])
  const purchaseDetails = Array.from({ length: 8 }, () => ({
    productId: 1,
    price: 1e9,
    quantity: 9999,
    total: 9_999_000_000_000,
  }))
  expect(
    listIssues(purchases.input, { ...purchase, purchaseDetails, totalAmount: 79_992_000_000_000 }),
  ).toContain(`purchaseDetails: ${linesTooHigh}`)
})

test('a document validates its sums even if another field is missing', () => {
  const expensive = { productId: 1, price: 1e9, quantity: 1_000_000, total: 1e15 }
  const noCustomer = { ...sale, customerId: undefined, totalAmount: 1 }
  expect(listIssues(sales.input, noCustomer)).toEqual([
    'customerId: Please select a customer.',
    wrongSale,
  ])
  expect(listIssues(sales.input, { ...noCustomer, saleDetails: [expensive] })).toEqual([
    'customerId: Please select a customer.',
    `saleDetails: ${linesTooHigh}`,
  ])
  const noSupplier = { ...purchase, supplierId: undefined, totalAmount: 1 }
  expect(listIssues(purchases.input, noSupplier)).toEqual([
    'supplierId: Please select a supplier.',
    wrongPurchase,
  ])
})
