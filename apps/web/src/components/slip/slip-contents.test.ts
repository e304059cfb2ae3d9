import type { Purchase, Return, Sale } from '@stockie/contracts'
import { expect, test } from 'vitest'

import { copyOf, purchaseSlip, returnSlip, saleSlip } from './slip-contents'

const lines = [{ id: 1, productId: 7, productName: 'Lamp', quantity: 2, price: 20, total: 40 }]
const recorded = { createdAt: '2026-11-21T14:05:00.000Z', createdByName: 'Olivia Owner' }

const sale: Sale = {
  saleId: 42,
  customerId: 3,
  customerName: 'Ada Fashola',
  saleDate: '2026-11-05',
  subtotal: 40,
  discount: 2.25,
  shippingFees: 10,
  totalAmount: 47.75,
  remark: 'Wrapped',
  saleDetails: lines.map((line) => ({ ...line, cost: 12 })),
  returnedAmount: 0,
  ...recorded,
}

const amountsOf = ({ totals }: ReturnType<typeof saleSlip>) =>
  totals.map(({ title, amount }) => `${title} ${amount}`)

test('the slip of a sale holds its number, date, customer, lines and every step to the total', () => {
  const slip = saleSlip(sale)
  expect(slip).toMatchObject({ title: 'Sale 42', isCopy: false, lines, remark: 'Wrapped' })
  expect(slip.facts).toEqual([
    { title: 'Date', text: '05 Nov 2026' },
    { title: 'Customer', text: 'Ada Fashola' },
  ])
  expect(amountsOf(slip)).toEqual([
    'Subtotal $40.00',
    'Discount -$2.25',
    'Shipping +$10.00',
    'Total $47.75',
  ])
  expect(slip.note).toBeUndefined()
  expect(slip.totals.filter(({ isTotal }) => isTotal)).toHaveLength(1)
})

test('the slip of a sale leaves out a discount and a shipping of zero', () => {
  const slip = saleSlip({ ...sale, discount: 0, shippingFees: 0, totalAmount: 40 })
  expect(amountsOf(slip)).toEqual(['Subtotal $40.00', 'Total $40.00'])
})

test('the slip of a sale explains a total that is cut at zero', () => {
  const slip = saleSlip({ ...sale, discount: 60, totalAmount: 0 })
  expect(slip.note).toBe('A total is never below $0.00.')
})

test('the slip of a sale ends with the received amount and the change, or with what is missing', () => {
  expect(amountsOf(saleSlip(sale, { received: 50, change: 2.25 })).slice(-2)).toEqual([
    'Received $50.00',
    'Change $2.25',
  ])
  expect(amountsOf(saleSlip(sale, { received: 47.75, change: 0 })).at(-1)).toBe('Change $0.00')
  expect(amountsOf(saleSlip(sale, { received: 40, change: -7.75 })).at(-1)).toBe(
    'Still to pay $7.75',
  )
})

test('the slip of a sale with returns says after the total how much was returned', () => {
  expect(amountsOf(saleSlip({ ...sale, returnedAmount: 22.5 })).slice(-2)).toEqual([
    'Total $47.75',
    'Returned -$22.50',
  ])
})

test('the slip of a purchase holds its number, date, supplier, lines and total', () => {
  const purchase: Purchase = {
    purchaseId: 7,
    supplierId: 2,
    supplierName: 'Harbour Paper',
    purchaseDate: '2026-11-05',
    totalAmount: 40,
    remark: null,
    purchaseDetails: lines,
    ...recorded,
  }
  const slip = purchaseSlip(purchase)
  expect(slip).toMatchObject({ title: 'Purchase 7', isCopy: false, lines, remark: null })
  expect(slip.facts.at(-1)).toEqual({ title: 'Supplier', text: 'Harbour Paper' })
  expect(amountsOf(slip)).toEqual(['Total $40.00'])
  expect(copyOf(slip)).toEqual({ ...slip, isCopy: true })
})

const returned: Return = {
  id: 5,
  saleId: 42,
  saleDate: '2026-11-05',
  customerName: 'Ada Fashola',
  returnDate: '2026-11-07',
  lines: [
    {
      saleDetailId: 1,
      productId: 7,
      productName: 'Lamp',
      price: 20,
      quantity: 2,
      restock: true,
    },
  ],
  proposedRefund: 37.75,
  refund: 37.75,
  shippingRefund: 10,
  totalRefund: 47.75,
  remark: 'Too small',
  ...recorded,
}

test('the slip of a return holds its sale, its items, and what was paid back', () => {
  const slip = returnSlip(returned)
  expect(slip).toMatchObject({ title: 'Return 5', isCopy: false, remark: 'Too small' })
  expect(slip.lines).toMatchObject([{ productName: 'Lamp', quantity: 2, price: 20, total: 40 }])
  expect(slip.facts).toEqual([
    { title: 'Date', text: '07 Nov 2026' },
    { title: 'Sale', text: '42 of 05 Nov 2026' },
    { title: 'Customer', text: 'Ada Fashola' },
  ])
  expect(amountsOf(slip)).toEqual([
    'Subtotal $40.00',
    'Refund $37.75',
    'Shipping refund $10.00',
    'Total paid back $47.75',
  ])
})

test('the slip of a return without items has only what was paid back', () => {
  const paidBack = { ...returned, lines: [], refund: 0, shippingRefund: 10, totalRefund: 10 }
  const slip = returnSlip(paidBack)
  expect(slip.lines).toEqual([])
  expect(amountsOf(slip)).toEqual([
    'Refund $0.00',
    'Shipping refund $10.00',
    'Total paid back $10.00',
  ])
  expect(amountsOf(returnSlip({ ...paidBack, refund: 5 }))[0]).toBe('Refund $5.00')
})

test('the slip of a return leaves out a subtotal that equals the refund, and no refund of shipping', () => {
  const whole = { ...returned, refund: 40, shippingRefund: 0, totalRefund: 40 }
  expect(amountsOf(returnSlip(whole))).toEqual(['Refund $40.00', 'Total paid back $40.00'])
})
