import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { margin, november, openDashboard } from '@/test/screens/dashboard-screen'
import { ok, refuse } from '@/test/api-stub'

/** The steps of the Sales Total of `summary` and of the row of `pen`. */
const breakdown = {
  sales: 2,
  lineTotals: 288,
  discounts: 0,
  shippingFees: 22.5,
  raisedToZero: 0,
  returns: 0,
  returnedLineTotals: 0,
  refunds: 0,
  shippingRefunds: 0,
  totalSales: 310.5,
}

async function openSalesExplanation(marginAnswer: () => Response) {
  const user = await openDashboard({
    [`GET /reports/sales-breakdown${november}`]: ok(breakdown),
    [`GET /reports/margin${november}`]: marginAnswer,
  })
  await screen.findByRole('link', { name: 'Sales Total $310.50' })
  await user.click(screen.getByRole('button', { name: 'How is this figure made?' }))
  const dialog = await screen.findByRole('dialog', { name: 'How Sales Total is made' })
  return { user, explanation: within(dialog) }
}

test('the explanation of the Sales Total ends with the gross margin, and compares its cost with the table', async () => {
  const { explanation } = await openSalesExplanation(ok(margin))
  expect(
    await explanation.findByText(/Their Cost of Goods adds up to the same cost\./),
  ).toBeTruthy()
  expect(explanation.queryByText(/no known cost/)).toBeNull()
})

test.each([
  [1, '1 sold line has no known cost. It counts as $0.00, so the margin is too high.'],
  [1200, '1,200 sold lines have no known cost. They count as $0.00, so the margin is too high.'],
])(
  'the gross margin says that %d sold lines have no known cost @long',
  async (linesWithoutCost, sentence) => {
    const { explanation } = await openSalesExplanation(ok({ ...margin, linesWithoutCost }))
    expect(await explanation.findByText(sentence)).toBeTruthy()
  },
)

test.each([
  ['cost of the table', { costOfGoods: 131, grossMargin: 167.15 }],
  ['total on the card', { totalSales: 310.49, grossMargin: 166.14 }],
  ['own steps', { grossMargin: 166.14 }],
])('a gross margin that differs from the %s is reported @long', async (_what, changed) => {
  const { explanation } = await openSalesExplanation(ok({ ...margin, ...changed }))
  const alert = await explanation.findByRole('alert')
  expect(alert.textContent).toContain('something has changed meanwhile')
})

test('the Sales Total is explained without a gross margin that cannot be loaded, until it can @long', async () => {
  const answers = [refuse(500), ok(margin)]
  const { user, explanation } = await openSalesExplanation(() => (answers.shift() ?? ok(margin))())
  expect(await explanation.findByText(/add up to the same line totals\.$/)).toBeTruthy()
  await user.click(await explanation.findByRole('button', { name: 'Try again' }))
  expect(await explanation.findByText('Gross Margin')).toBeTruthy()
})
