import type { PartyDocument, PartySummary } from '@stockie/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { openCustomers } from '@/test/screens/customers-screen'
import { delayAnswer, never, ok, refuse } from '@/test/api-stub'
import { pollNow } from '@/test/live-shop'

const summaryPath = 'GET /customers/1/history/summary'
const pagePath = (before?: number) =>
  `GET /customers/1/history?${before === undefined ? '' : `before=${before}&`}pageSize=51`

const summary: PartySummary = {
  all: { count: 52, total: 1234.5 },
  last12Months: { count: 1, total: 9.75 },
  last: { documentId: 60, day: '2026-11-20' },
  topProducts: [
    { productId: 3, name: 'Tea', units: 1200 },
    { productId: 4, name: 'Rice', units: 1 },
  ],
}

function sold(documentId: number, changes: Partial<PartyDocument> = {}): PartyDocument {
  return {
    documentId,
    day: '2026-11-20',
    totalAmount: 3,
    units: 1,
    lineCount: 1,
    productNames: ['Tea'],
    returnedAmount: 0,
    ...changes,
  }
}

async function openHistory(answers: Parameters<typeof openCustomers>[0]) {
  const customers = await openCustomers(answers)
  const name = await screen.findByRole('button', { name: 'Ada' })
  await customers.user.click(name)
  return { ...customers, name, sheet: within(await screen.findByRole('dialog', { name: 'Ada' })) }
}

const itemsIn = (sheet: Pick<typeof screen, 'getByRole'>) =>
  within(sheet.getByRole('region', { name: 'Sales' }))
    .queryAllByRole('link')
    .map((link) => link.closest('li')?.textContent)

test('the history of a customer shows a summary, and the sales with their products', async () => {
  const { user, name, sheet } = await openHistory({
    [summaryPath]: ok(summary),
    [pagePath()]: ok([
      sold(60, {
        totalAmount: 1047.5,
        units: 1005,
        lineCount: 6,
        productNames: ['Tea', 'Rice', 'Tea'],
      }),
      sold(59, { day: '2026-11-01', returnedAmount: 1.5 }),
    ]),
  })
  expect(await sheet.findByText('52 sales for $1,234.50')).toBeTruthy()
  expect(sheet.getByText('1 sale for $9.75')).toBeTruthy()
  expect(sheet.getByText('Last sale').nextSibling?.textContent).toBe('20 Nov 2026')
  expect(sheet.getByText('Buys most').nextSibling?.textContent).toBe('Tea1,200 unitsRice1 unit')
  expect(sheet.getByText('Units in the last 12 months')).toBeTruthy()
  expect(itemsIn(sheet)).toEqual([
    'Sale 60$1,047.5020 Nov 2026 · Tea, Rice and 3 more1,005 units',
    'Sale 59$3.00-$1.50 returned01 Nov 2026 · Tea1 unit',
  ])
  expect(sheet.getByRole('link', { name: 'Sale 59' }).getAttribute('href')).toBe(
    '/sales?from=2026-11-01&to=2026-11-01&q=59',
  )
  expect(sheet.queryByRole('button', { name: 'Show more' })).toBeNull()

  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(name)
})

test('the summary says if it counted the products of the newest sales only', async () => {
  const { sheet } = await openHistory({
    [summaryPath]: ok({ ...summary, last12Months: { count: 1001, total: 5000 } }),
    [pagePath()]: ok([sold(60)]),
  })
  expect(
    await sheet.findByText('Units in the newest 1,000 sales of the last 12 months'),
  ).toBeTruthy()
})

test('Show more loads the sales before the last one shown, until there are no more', async () => {
  const rows = Array.from({ length: 52 }, (_, index) => sold(60 - index))
  const { user, sheet, sent } = await openHistory({
    [summaryPath]: ok(summary),
    [pagePath()]: ok(rows.slice(0, 51)),
    [pagePath(11)]: ok(rows.slice(50)),
  })
  expect(await sheet.findByText('50 of 52 shown')).toBeTruthy()
  expect(itemsIn(sheet)).toHaveLength(50)
  await user.click(sheet.getByRole('button', { name: 'Show more' }))
  const count = await sheet.findByText('52 of 52 shown')
  expect(document.activeElement).toBe(count)
  expect(sheet.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(itemsIn(sheet).at(-1)).toMatch(/^Sale 9\$/)
  expect(sent('GET').filter(({ name }) => name === pagePath(11))).toHaveLength(1)
})

test('a customer without sales has an empty history', async () => {
  const none = { count: 0, total: 0 }
  const { sheet } = await openHistory({
    [summaryPath]: ok({ all: none, last12Months: none, last: null, topProducts: [] }),
    [pagePath()]: ok([]),
  })
  expect(await sheet.findByText('No sales yet.')).toBeTruthy()
  expect(sheet.getAllByText('0 sales for $0.00')).toHaveLength(2)
  expect(sheet.getByText('Nothing in the last 12 months')).toBeTruthy()
})

test('the sales are shown while their summary is still loading', async () => {
  const { sheet } = await openHistory({ [summaryPath]: never, [pagePath()]: ok([sold(60)]) })
  expect(await sheet.findByText('Sale 60')).toBeTruthy()
  expect(sheet.getByText('In all').nextSibling?.textContent).toBe('')
})

test('a failed summary and failed sales can be retried on their own', async () => {
  const summaries = [refuse(500), ok(summary)]
  const pages = [refuse(500), ok([sold(60)])]
  const { user, sheet } = await openHistory({
    [summaryPath]: () => (summaries.shift() ?? refuse(500))(),
    [pagePath()]: () => (pages.shift() ?? refuse(500))(),
  })
  await waitFor(() => expect(sheet.getAllByRole('alert')).toHaveLength(2))
  expect(sheet.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Failed to load the summary.',
    'Failed to load the sales.',
  ])
  const [first, second] = sheet.getAllByRole('button', { name: 'Try again' })
  if (!first || !second) throw new Error('Each failure must have a button.')
  await user.click(second)
  expect(await sheet.findByText('Sale 60')).toBeTruthy()
  await user.click(first)
  expect(await sheet.findByText('52 sales for $1,234.50')).toBeTruthy()
})

test('the history of a customer shows a sale of another till', async () => {
  const first = ok([sold(60)])
  const pages = [first, ok([sold(61), sold(60)])]
  const { sheet } = await openHistory({
    [summaryPath]: ok(summary),
    [pagePath()]: () => (pages.length > 1 ? pages.shift() : pages[0])?.() ?? refuse(500)(),
  })
  expect(await sheet.findByText('Sale 60')).toBeTruthy()
  pollNow()
  expect(await sheet.findByText('Sale 61')).toBeTruthy()
})

test('a click on a name neither selects nor edits its row, and nothing loads after the sheet closed', async () => {
  const answer = delayAnswer(ok(summary))
  const { user, sheet, sent } = await openHistory({
    [summaryPath]: answer.answer,
    [pagePath()]: ok([sold(60)]),
  })
  await sheet.findByText('Sale 60')
  answer.release()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: /^Delete \(/ })).toBeNull()
  const before = sent('GET').length
  pollNow()
  await waitFor(() => expect(sent('GET').length).toBeGreaterThan(before))
  expect(
    sent('GET')
      .slice(before)
      .filter(({ name }) => name.includes('history')),
  ).toEqual([])
})
