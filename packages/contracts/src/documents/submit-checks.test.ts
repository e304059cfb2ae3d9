import { expect, test } from 'vitest'
import { checkPurchase } from './purchases'
import { checkSale } from './sales'

// @holds spec 5.25-5.28, decision 33.4
test('checkSale names the first missing field in the order customer, date, lines', () => {
  const empty = { customerId: null, saleDate: '', saleDetails: [] }
  expect(checkSale(empty)).toBe('Please select a customer.')
  expect(checkSale({ ...empty, customerId: 1 })).toBe('Please select a date.')
  expect(checkSale({ ...empty, customerId: 1, saleDate: '2026-11-21' })).toBe(
    'Please add at least one product.',
  )
  expect(checkSale({ customerId: 1, saleDate: '2026-11-21', saleDetails: [{}] })).toBeNull()
})

// @holds spec 5.21-5.24, decision 33.4
test('checkPurchase names the first missing field in the order supplier, date, lines', () => {
  const empty = { supplierId: null, purchaseDate: '', purchaseDetails: [] }
  expect(checkPurchase(empty)).toBe('Please select a supplier.')
  expect(checkPurchase({ ...empty, supplierId: 1 })).toBe('Please select a date.')
  expect(checkPurchase({ ...empty, supplierId: 1, purchaseDate: '2026-11-21' })).toBe(
    'Please add at least one product to the purchase.',
  )
  expect(
    checkPurchase({ supplierId: 1, purchaseDate: '2026-11-21', purchaseDetails: [{}] }),
  ).toBeNull()
})
