import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { november, openDashboard, pen } from '@/test/screens/dashboard-screen'
import { ok } from '@/test/api-stub'
import { marginColumns } from './margin-columns'

const titles = ['Cost of Goods', 'Gross Margin', 'Margin %', 'Unknown Costs']

test('the summary has the columns of the margin after the specified ones, once the View menu shows them', async () => {
  const user = await openDashboard()
  await screen.findByRole('button', { name: 'Pen' })
  for (const title of titles) {
    expect(screen.queryByRole('columnheader', { name: title })).toBeNull()
  }
  await showColumns(user)
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers.slice(5)).toEqual(['Total Purchases ($)', ...titles])
  expect(cells().slice(6)).toEqual(['$132.00', '$156.00', '54.2 %', '0'])
})

test('figures that lines without a cost are missing from are marked, and say how many @long', async () => {
  const [cost, gross, percent, lines] = marginColumns
  const summary = { ...pen, margin_percent: null, lines_without_cost: 2 }
  const user = await openDashboard({ [`GET /products/summary${november}`]: ok([summary]) })
  await screen.findByRole('button', { name: 'Pen' })
  await showColumns(user)
  const note = '2 sold lines have no known cost.'
  expect(cells().slice(6)).toEqual([`$132.00*. ${note}`, `$156.00*. ${note}`, `N/A*. ${note}`, '2'])
  expect(screen.getAllByTitle(note)).toHaveLength(3)
  // A file has the plain figures, and nothing for what is unknown.
  const values = [cost, gross, percent, lines].map((column) => column?.value(summary))
  expect(values).toEqual([132, 156, null, 2])
})

async function showColumns(user: Awaited<ReturnType<typeof openDashboard>>) {
  await user.click(screen.getByRole('button', { name: 'View' }))
  for (const title of titles) {
    await user.click(await screen.findByRole('menuitemcheckbox', { name: title }))
  }
  await user.keyboard('{Escape}')
}

function cells() {
  const row = screen.getByRole('button', { name: 'Pen' }).closest('tr')
  if (!row) throw new Error('The product has no row.')
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}
