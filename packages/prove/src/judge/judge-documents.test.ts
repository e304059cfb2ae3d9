import { expect, test } from 'vitest'
import type { DocumentEntry } from '#src/clients/journal'
import { judgeDocuments } from './judge-documents'

const entry: DocumentEntry = {
  resource: 'sales',
  mark: 'prove-1-1-0-1',
  answer: { saleId: 7 },
  isDeleted: false,
}
const { mark } = entry
const row = { mark, isDeleted: false, row: { saleId: 7 } }
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
  ['and was answered as', entry, [{ ...row, row: { saleId: 8 } }]],
  ['is gone', entry, [{ ...row, isDeleted: true }]],
  ['was deleted, and is there', { ...entry, isDeleted: true }, [row]],
])('what was answered and %s is lost', (what, known, stored) => {
  expect(judgeDocuments([known], stored)).toEqual({
    lost: [expect.stringContaining(what)],
    doubled: [],
  })
})

test('what is there twice is doubled, answered or not, and so is what nobody sent', () => {
  const twice = { lost: [], doubled: [expect.stringContaining('2 times')] }
  expect(judgeDocuments([entry], [row, row])).toEqual(twice)
  expect(judgeDocuments([unanswered], [row, row])).toEqual(twice)
  expect(judgeDocuments([], [row]).doubled).toEqual([expect.stringContaining('nobody sent it')])
})
