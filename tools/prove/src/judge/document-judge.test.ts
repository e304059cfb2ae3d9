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
const named = (lines: object[]) => lines.map((one) => ({ ...one, productName: 'Pen' }))
const answer = { ...sent, saleId: 7, saleDetails: named(sent.saleDetails) }
const entry: DocumentEntry = { resource: 'sales', mark, sent, answer, isDeleted: false }
const row = { mark, isDeleted: false, row: answer }
const unanswered = { ...entry, answer: null, isDeleted: null }

test('finds nothing where each is there once as it was answered, or was never answered', () => {
  const nothing = { lost: [], doubled: [] }
  expect(judgeDocuments([entry], [row])).toEqual(nothing)
  expect(judgeDocuments([unanswered], [])).toEqual(nothing)
  expect(judgeDocuments([unanswered], [row])).toEqual(nothing)
  // Deleted or not: nobody has said.
  expect(judgeDocuments([{ ...entry, isDeleted: null }], [{ ...row, isDeleted: true }])).toEqual(
    nothing,
  )
})

test.each([
  ['is not there', entry, []],
  ['and was answered as', entry, [{ ...row, row: { ...answer, saleId: 8 } }]],
  ['is gone', entry, [{ ...row, isDeleted: true }]],
  ['was deleted, and is there', { ...entry, isDeleted: true }, [row]],
])('what was answered and %s is lost', (what, known, stored) => {
  expect(judgeDocuments([known], stored)).toEqual({
    lost: [expect.stringContaining(what)],
    doubled: [],
  })
})

test.each<[string, object]>([
  ['a line less', { saleDetails: named([line]) }],
  ['a line more', { saleDetails: named([...sent.saleDetails, line]) }],
  ['another quantity', { saleDetails: named([line, { ...line, productId: 5, quantity: 1 }]) }],
  ['another product', { saleDetails: named([line, line]) }],
  ['another customer', { customerId: 6 }],
  ['another day', { saleDate: '2026-11-21' }],
  ['no discount', { discount: 0 }],
])('a sale that has %s is lost, though it was answered so', (_what, other) => {
  const wrong = { ...answer, ...other }
  const lost = { lost: [expect.stringContaining('and was sent as')], doubled: [] }
  expect(judgeDocuments([{ ...entry, answer: wrong }], [{ ...row, row: wrong }])).toEqual(lost)
  expect(judgeDocuments([unanswered], [{ ...row, row: wrong }])).toEqual(lost)
})

test('what is there twice is doubled, answered or not, and so is what nobody sent', () => {
  const twice = { lost: [], doubled: [expect.stringContaining('2 times')] }
  expect(judgeDocuments([entry], [row, row])).toEqual(twice)
  expect(judgeDocuments([unanswered], [row, row])).toEqual(twice)
  expect(judgeDocuments([], [row]).doubled).toEqual([expect.stringContaining('nobody sent it')])
})
