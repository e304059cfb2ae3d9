import type { AdjustmentSummaryRow } from '@stockie/contracts'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ok, okPage, refuse } from '@/test/api-stub'
import { moved, movementsPath, openProductSheet } from '@/test/screens/product-sheet'

const summaryPath = 'GET /reports/adjustments?productId=5'

const summed = (month: string, reason: AdjustmentSummaryRow['reason'], more: object = {}) => ({
  month,
  reason,
  movements: 1,
  movementsWithoutCost: 0,
  unitsAdded: 0,
  unitsRemoved: 0,
  netUnits: 0,
  valueAdded: 0,
  valueRemoved: 0,
  ...more,
})

test('By reason loads the changes by hand when it opens, by month and reason, with sums', async () => {
  const { user, calls, sheet } = await openProductSheet({
    [movementsPath(1)]: okPage([moved(7)]),
    [summaryPath]: ok([
      summed('2026-11', 'damaged', { unitsRemoved: 1003, valueRemoved: 30 }),
      summed('2026-11', null, {
        movements: 3,
        movementsWithoutCost: 2,
        unitsAdded: 5,
        unitsRemoved: 1,
        valueAdded: 50,
      }),
      summed('2026-10', 'found', { movementsWithoutCost: 1, unitsAdded: 4 }),
    ]),
  })
  await sheet.findByText('Sale 7')
  const button = sheet.getByRole('button', { name: 'By reason' })
  expect(calls.some(({ name }) => name === summaryPath)).toBe(false)
  await user.click(button)
  const table = await sheet.findByRole('table', { name: /by month and reason/ })
  const rows = within(table)
    .getAllByRole('row')
    .map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'ReasonAddedRemoved',
    'Nov 2026+5$50.00−1,004$30.00',
    'Damaged0−1,003$30.00',
    'No reason givenCost of 2 of 3 not known+5$50.00−1',
    'Oct 2026',
    'FoundCost not known+40',
  ])
  await user.click(button)
  expect(sheet.queryByRole('table')).toBeNull()
})

test('By reason says that nothing was changed by hand', async () => {
  const { user, sheet } = await openProductSheet({
    [movementsPath(1)]: okPage([moved(7)]),
    [summaryPath]: ok([]),
  })
  await user.click(await sheet.findByRole('button', { name: 'By reason' }))
  expect(await sheet.findByText('No stock was changed by hand yet.')).toBeTruthy()
})

test('By reason reports a failed request and can retry it', async () => {
  const answers = [refuse(400), ok([summed('2026-11', 'lost', { unitsRemoved: 2 })])]
  const { user, sheet } = await openProductSheet({
    [movementsPath(1)]: okPage([moved(7)]),
    [summaryPath]: () => (answers.shift() ?? refuse(500))(),
  })
  await user.click(await sheet.findByRole('button', { name: 'By reason' }))
  expect(await sheet.findByText('Failed to load the adjustments.')).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: 'Try again' }))
  expect(await sheet.findByRole('row', { name: /^Lost/ })).toBeTruthy()
})
