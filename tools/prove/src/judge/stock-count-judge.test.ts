import { expect, test } from 'vitest'
import type { StockCountEntry } from '#src/clients/journal'
import { judgeStockCounts, type StoredCount, withoutAnswers } from './stock-count-judge'

const mark = 'prove-1-1-0-count-1'
const figures = { differing: 1, units: -4, value: -8 }
const first = { key: `${mark}-1`, productId: 3, counted: 5, mode: 'replace' as const }
const second = { ...first, key: `${mark}-2`, counted: 2, mode: 'add' as const }
const entry: StockCountEntry = {
  mark,
  sent: { name: mark, productIds: [7, 3] },
  id: 1,
  numbers: [
    { ...first, answered: { counted: 5, entries: 1 } },
    { ...second, answered: { counted: 7, entries: 2 } },
  ],
  state: 'posted',
  posted: figures,
}
const uncounted: StoredCount['lines'][number] = {
  productId: 7,
  counted: null,
  entries: 0,
  stock: null,
  ledgerStock: 0,
  delta: null,
  stockBefore: 4,
  movedByDocuments: 0,
  corrections: [],
  undone: [],
  laterCount: null,
}
/** Seven were counted of eleven, and one was sold until the posting. */
const counted: StoredCount['lines'][number] = {
  ...uncounted,
  productId: 3,
  counted: 7,
  entries: 2,
  stock: 11,
  ledgerStock: 11,
  delta: -4,
  stockBefore: 10,
  movedByDocuments: -1,
  corrections: [-4],
}
const stored: StoredCount = {
  id: 1,
  mark,
  state: 'posted',
  figures,
  lines: [counted, uncounted],
  numbers: [first, second],
}
const withLine = (change: Partial<typeof counted>) => ({
  ...stored,
  lines: [{ ...counted, ...change }, uncounted],
})

test('judgeStockCounts finds nothing when each count is there once as answered, or was never answered', () => {
  const noFindings = { lost: [], doubled: [] }
  expect(judgeStockCounts([entry], [stored])).toEqual(noFindings)
  expect(judgeStockCounts(withoutAnswers([entry]), [])).toEqual(noFindings)
  expect(judgeStockCounts(withoutAnswers([entry]), [stored])).toEqual(noFindings)
  const half = { counted: 5, entries: 1, delta: null, corrections: [] }
  const open = { ...withLine(half), state: 'open', figures: null, numbers: [first] }
  expect(judgeStockCounts(withoutAnswers([entry]), [open])).toEqual(noFindings)
  const undone = { ...withLine({ undone: [4] }), state: 'undone' }
  expect(judgeStockCounts([{ ...entry, state: 'undone' }], [undone])).toEqual(noFindings)
})

test.each<[string, StoredCount[], string]>([
  ['missing', [], 'is missing'],
  ['still finished', [{ ...stored, state: 'finished' }], 'is finished'],
  ['without a number', [{ ...stored, numbers: [first] }], `has lost the number ${mark}-2`],
  [
    'with another number',
    [{ ...stored, numbers: [first, { ...second, counted: 3 }] }],
    'instead of',
  ],
  ['with another sum', [withLine({ counted: 8 })], 'has 8 of product 3'],
  ['with other figures', [{ ...stored, figures: { ...figures, units: 4 } }], 'answered'],
  ['of the stock of another moment', [withLine({ stock: 12 })], 'took the stock 12'],
  ['posted without what was sold', [withLine({ delta: -3, corrections: [-3] })], '6 were due'],
  ['posted without a movement', [withLine({ corrections: [] })], 'and -4 was due'],
  ['posted twice', [withLine({ corrections: [-4, -4] })], 'by -4,-4'],
  ['taken back without a request', [withLine({ undone: [4] })], 'moved product 3 back by 4'],
  ['undone below a later count', [withLine({ laterCount: 2 })], 'the later count 2'],
  ['of other products', [{ ...stored, lines: [counted] }], 'has the products 3'],
])('judgeStockCounts counts an answered count as lost when it is %s', (...testCase) => {
  const [, counts, message] = testCase
  const { lost } = judgeStockCounts([entry], counts)
  expect(lost).toContainEqual(expect.stringContaining(message))
})

test('judgeStockCounts counts a count or a number as doubled when it is there twice or was never sent', () => {
  const doubledBy = (counts: StoredCount[]) => judgeStockCounts([entry], counts).doubled
  expect(doubledBy([stored, stored])).toEqual([expect.stringContaining('2 times')])
  expect(doubledBy([stored, { ...stored, mark: 'other' }])).toEqual([
    expect.stringContaining('was never sent'),
  ])
  const twice = { ...stored, numbers: [first, second, second] }
  expect(doubledBy([twice])).toEqual([expect.stringContaining('twice')])
  const extra = { ...stored, numbers: [first, second, { ...second, key: 'other' }] }
  expect(doubledBy([extra])).toEqual([expect.stringContaining('never sent')])
})
