import { expect, test } from 'vitest'

import { counted, figures } from '@/test/screens/day-sheet-screen'
import { countSlip, daySlip } from './day-sheet-slip'

const rowsOf = (slip: ReturnType<typeof daySlip>) =>
  (slip.sections ?? []).map(({ title, rows }) => [
    title,
    ...rows.map((row) => `${row.title} ${row.amount}`.trim()),
  ])

const figureRows = [
  [
    'Sales',
    'Line totals of 3 sales $1,556.00',
    'Discounts -$100.10',
    'Shipping fees +$12.35',
    'Totals below zero, counted as zero +$49.00',
    'Refunds of 1 return -$35.48',
    'Shipping refunds $0.00',
    'Sales Total $1,481.77',
  ],
  ['Deleted sales: 2', 'Sale 8, by Sam Okafor $24.00', '1 more'],
  ['Deleted returns: 2', 'Return 4 of sale 9, by Sam Okafor $22.50', '1 more'],
  [
    'By person, before returns',
    'Olivia Owner, 2 sales, 1 return of $35.48 $1,500.00',
    'Sam Okafor, 1 sale $17.25',
  ],
  ['By hour, before returns', '09:00 – 10:00, 2 sales $1,500.00', 'On another day, 1 sale $17.25'],
]

test('the slip of a day holds its figures and when it was printed', () => {
  const slip = daySlip({ date: '2026-11-21', figures })
  expect(slip).toMatchObject({ title: 'Day sheet 21 Nov 2026', isCopy: false, lines: [] })
  expect(slip.facts.map(({ title }) => title)).toEqual(['Date', 'Printed'])
  expect(rowsOf(slip)).toEqual(figureRows)
})

test('the slip of a count begins with the cash, and holds the figures of its moment', () => {
  const slip = countSlip(counted)
  expect(slip.facts).toEqual([
    { title: 'Date', text: '21 Nov 2026' },
    { title: 'Counted', text: '21 Nov 2026, 18:00' },
    { title: 'By', text: 'Sam Okafor' },
  ])
  expect(slip.remark).toBe('One note was torn')
  expect(rowsOf(slip)).toEqual([
    [
      'Cash count',
      'Opening float $100.00',
      'Sales Total $1,481.77',
      'Paid by card and otherwise -$1,275.27',
      'Taken out: Window cleaner -$20.00',
      'Expected cash $286.50',
      '14 x $20 $280.00',
      '9 x 50¢ $4.50',
      'Counted cash $284.50',
      'Difference short by $2.00',
    ],
    ...figureRows,
  ])
})

test('a slip leaves out the parts without rows', () => {
  const empty = { ...figures, byPerson: [], byHour: [] }
  const none = { count: 0, totalAmount: 0, rows: [] }
  const nothingDeleted = { deletedSales: none, deletedReturns: none }
  const slip = daySlip({ date: '2026-11-21', figures: { ...empty, ...nothingDeleted } })
  expect(slip.sections?.map(({ title }) => title)).toEqual(['Sales'])
})

test('a count from before deleted returns were listed can be printed', () => {
  const { deletedReturns: _later, ...early } = figures
  const sheet = { ...counted, figures: early as typeof figures }
  expect(countSlip(sheet).sections?.map(({ title }) => title)).not.toContain('Deleted returns: 0')
})
