import { purchases, sales } from '@stockie/contracts'
import { expect } from 'vitest'
import { documentKinds, type DocumentKind } from '#test/support/document-kinds'
import type { Body, CrudCase } from './crud-fixture'

const notChosen = [undefined, null, '', 0, 1.5, 'x', 2_147_483_648]
const missingDays = [undefined, null, '']
const line = { price: 3, quantity: 2, total: 6 }

/** The differences between sales and purchases. */
const differences = {
  sales: {
    row: sales.row,
    party: 'customer',
    name: 'Ada Fashola',
    fees: { subtotal: 6, discount: 0, shippingFees: 0, returnedAmount: 0 },
    lineFields: { id: expect.any(Number), cost: 2 },
    storedFees: { subtotal: 6, discount: 0, shipping_fees: 0 },
    noLines: 'Please add at least one product.',
  },
  purchases: {
    row: purchases.row,
    party: 'supplier',
    name: 'Harbour Paper Ltd',
    fees: {},
    lineFields: {},
    storedFees: {},
    noLines: 'Please add at least one product to the purchase.',
  },
} satisfies Record<DocumentKind['path'], Body>

/** Sales and purchases as cases of the tests that all resources share. */
export const documentCases = documentKinds.map((kind): CrudCase => {
  const { path, singular, idField: id, linesField: lines } = kind
  const { row, party, name, fees, lineFields, storedFees, noLines } = differences[path]
  return {
    path,
    table: path,
    id,
    row,
    newestFirst: true,
    created: (shop) => {
      const [productId] = shop.products
      const totals = { totalAmount: 6, remark: 'By courier' }
      return {
        body: kind.body(shop, [{ productId, quantity: 2 }], { remark: ' By courier ' }),
        answer: {
          ...totals,
          ...fees,
          [kind.partyField]: shop[kind.partyField],
          [`${party}Name`]: name,
          [kind.dateField]: '2026-11-21',
          [lines]: [{ ...lineFields, ...line, productId, productName: 'Tea' }],
          createdAt: expect.any(String),
          createdByName: shop.user.name,
        },
        stored: {
          ...storedFees,
          total_amount: 6,
          remark: 'By courier',
          [`${party}_id`]: shop[kind.partyField],
          [`${party}_name`]: name,
          [`${singular}_date`]: '2026-11-21',
          created_by_id: shop.user.id,
        },
      }
    },
    optional: ['remark'],
    invalid: [
      [kind.partyField, notChosen, `Please select a ${party}.`],
      [kind.dateField, missingDays, 'Please select a date.'],
      [lines, [undefined, null, [], {}], noLines],
    ],
  }
})
