import { expect, test } from 'vitest'
import type { DocumentEntry } from '#src/clients/journal'
import { judgeDocuments } from './document-judge'

const mark = 'prove-1-1-0-1'
const line = { productId: 3, price: 5, quantity: 2, total: 10 }
const sent = {
  customerId: 4,
  saleDate: '2026-11-22',
  saleDetails: [line, { ...line, productId: 5 }],
  discount: 1.5,
  shippingFees: 0,
  totalAmount: 18.5,
  remark: mark,
}
const named = (lines: object[]) => lines.map((each) => ({ ...each, productName: 'Pen' }))
const answer = { ...sent, saleId: 7, saleDetails: named(sent.saleDetails) }
const entry: DocumentEntry = { resource: 'sales', mark, sent, answer, isDeleted: false }
const row = { mark, isDeleted: false, row: answer }
const unanswered = { ...entry, answer: null, isDeleted: null }

test('judgeDocuments finds nothing when each document exists once as answered, or was never answered', () => {
  const noFindings = { lost: [], doubled: [] }
  expect(judgeDocuments([entry], [row])).toEqual(noFindings)
  expect(judgeDocuments([unanswered], [])).toEqual(noFindings)
  expect(judgeDocuments([unanswered], [row])).toEqual(noFindings)
  // It is unknown whether the deletion took effect.
  expect(judgeDocuments([{ ...entry, isDeleted: null }], [{ ...row, isDeleted: true }])).toEqual(
    noFindings,
  )
})

test.each([
  ['missing', entry, [], 'is missing'],
  ['different', entry, [{ ...row, row: { ...answer, saleId: 8 } }], 'differs from its answer'],
  ['deleted without a request', entry, [{ ...row, isDeleted: true }], 'is deleted, although'],
  ['still there after its deletion', { ...entry, isDeleted: true }, [row], 'is not deleted'],
])('judgeDocuments counts an answered document as lost when it is %s', (...testCase) => {
  const [, known, stored, message] = testCase
  expect(judgeDocuments([known], stored)).toEqual({
    lost: [expect.stringContaining(message)],
    doubled: [],
  })
})

test.each<[string, object]>([
  ['a missing line', { saleDetails: named([line]) }],
  ['an extra line', { saleDetails: named([...sent.saleDetails, line]) }],
  ['another quantity', { saleDetails: named([line, { ...line, productId: 5, quantity: 1 }]) }],
  ['another product', { saleDetails: named([line, line]) }],
  ['another customer', { customerId: 6 }],
  ['another day', { saleDate: '2026-11-21' }],
  ['no discount', { discount: 0 }],
])('judgeDocuments counts a sale with %s as lost, even if it was answered so', (_case, other) => {
  const wrong = { ...answer, ...other }
  const lost = { lost: [expect.stringContaining('differs from its request')], doubled: [] }
  expect(judgeDocuments([{ ...entry, answer: wrong }], [{ ...row, row: wrong }])).toEqual(lost)
  expect(judgeDocuments([unanswered], [{ ...row, row: wrong }])).toEqual(lost)
})

test('judgeDocuments counts a document as doubled when it exists twice or was never sent', () => {
  const twice = { lost: [], doubled: [expect.stringContaining('2 times')] }
  expect(judgeDocuments([entry], [row, row])).toEqual(twice)
  expect(judgeDocuments([unanswered], [row, row])).toEqual(twice)
  expect(judgeDocuments([], [row]).doubled).toEqual([expect.stringContaining('was never sent')])
})
