import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { free, gift, plain, withoutLines } from '@/test/sale-fixtures'
import { ok, refuse, stubApi } from '@/test/api-stub'
import { pollNow } from '@/test/live-shop'

const today = 'GET /sales?startDate=2026-11-21&endDate=2026-11-21&lines=none'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

async function open(answers: Parameters<typeof stubApi>[0] = {}, path = '/sales') {
  const shop = { sales: [gift, free, plain] }
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    [today]: () => ok(withoutLines(shop.sales))(),
    'GET /sales/12': ok(gift),
    'GET /sales/10': ok(free),
    'GET /sales/9': ok(plain),
    ...answers,
  })
  const { user } = renderApp(path, 't1')
  await screen.findByRole('heading', { name: 'Sales Management' })
  return { user, shop, calls }
}

const row = (id: number) =>
  within(screen.getByRole('checkbox', { name: `Select Sale ${id}` }).closest('tr') ?? document.body)
const sheet = () => screen.getByRole('dialog', { name: 'Sales Details' })

async function cells() {
  await screen.findAllByRole('row')
  await screen.findByRole('checkbox', { name: 'Select Sale 12' })
  const rows = screen.getAllByRole('row')
  return rows.map((tableRow) =>
    Array.from(tableRow.children, ({ textContent }) => textContent?.trim()),
  )
}

// @holds spec 2.92, 2.93, 7.30, 9.16, 9.18
test("the sales page lists today's sales, discounts with a minus and shipping with a plus", async () => {
  await open()
  expect(await cells()).toEqual([
    [
      '',
      'Sale ID',
      'Customer Name',
      'Total Amount',
      'Discount',
      'Shipping Fees',
      'Sale Date',
      'Remark',
      'Actions',
    ],
    ['', '12', 'Émilie Roux', '$1,419.25', '-$100.10', '+$12.35', '21 Nov 2026', 'Gift wrap', ''],
    ['', '10', 'Walk-in', '$0.00', '-$50.00', '+$0.00', '21 Nov 2026', 'N/A', ''],
    ['', '9', 'Walk-in', '$48.00', '-$0.00', '+$0.00', '21 Nov 2026', 'N/A', ''],
  ])
  expect(screen.getByRole('button', { name: 'Date range: Today' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/sales/create')
})

test('the list marks the amount of a sale with returns', async () => {
  const partly = { ...gift, returnedAmount: 20.5 }
  await open({ [today]: ok(withoutLines([partly, free])) })
  expect((await cells()).map(([, , , total]) => total)).toEqual([
    'Total Amount',
    '$1,419.25-$20.50 returned',
    '$0.00',
  ])
})

// @holds spec 2.94
test('the sale sheet shows the items and the steps of the total', async () => {
  const { user } = await open()
  await cells()
  await user.click(row(12).getByRole('button', { name: 'View' }))
  const facts = Array.from(sheet().querySelectorAll('dt'), ({ textContent, nextSibling }) => [
    textContent,
    nextSibling?.firstChild?.textContent,
  ])
  expect(facts).toEqual([
    ['Sale ID', '12'],
    ['Customer', 'Émilie Roux'],
    ['Total Amount', '$1,419.25'],
    ['Subtotal', '$1,507.00'],
    ['Discount', '-$100.10'],
    ['Shipping Fees', '+$12.35'],
    ['Date', '21 Nov 2026'],
    ['Remark', 'Gift wrap'],
    ['Recorded', '21 Nov 2026, 14:05 by Olivia Owner'],
  ])
  expect(sheet().dataset.slot).toBe('sheet-content')
  expect(within(sheet()).getByRole('heading', { name: 'Sales Items' })).toBeTruthy()
  const items = await within(sheet()).findAllByRole('listitem')
  expect(items.map((item) => Array.from(item.querySelectorAll('p'), (p) => p.textContent))).toEqual(
    [
      ['Grinder', '1 x $1,450.00', '$1,450.00'],
      ['Mug', '3 x $19.00', '$57.00'],
    ],
  )
  await user.click(within(sheet()).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const view = row(12).getByRole('button', { name: 'View' })
  await waitFor(() => expect(document.activeElement).toBe(view))

  await user.click(row(9).getByRole('button', { name: 'View' }))
  expect(await within(sheet()).findByText('No items in this sale.')).toBeTruthy()
  expect(within(sheet()).queryByText('Subtotal')).toBeNull()
  expect(within(sheet()).getByText('N/A')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(row(10).getByRole('button', { name: 'View' }))
  expect(within(sheet()).getByText('A total is never below $0.00.')).toBeTruthy()
})

test('a sale is found by its products, and its items load when it is opened', async () => {
  let fail = () => {}
  const refused = new Promise<Response>((resolve) => {
    fail = () => resolve(refuse(500)())
  })
  const answers = [() => refused, ok(gift)]
  const { user } = await open({ 'GET /sales/12': () => (answers.shift() ?? ok(gift))() })
  await cells()
  await user.type(screen.getByRole('searchbox', { name: 'Search sales' }), 'grinder')
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))

  await user.click(row(12).getByRole('button', { name: 'View' }))
  const items = within(sheet()).getByRole('heading', { name: 'Sales Items' }).parentElement
  expect(items?.textContent).toBe('Sales Items2')
  expect(within(sheet()).getByText('Loading the items...')).toBeTruthy()
  fail()
  expect(await within(sheet()).findByText('Error loading the items.')).toBeTruthy()
  await user.click(within(sheet()).getByRole('button', { name: 'Try again' }))
  expect(await within(sheet()).findByText('Grinder')).toBeTruthy()
  expect(within(sheet()).queryByText('Error loading the items.')).toBeNull()
})

test('a list that comes with all lines asks for no sale alone', async () => {
  const { user, calls } = await open({ [today]: ok([gift]) })
  await cells()
  await user.click(row(12).getByRole('button', { name: 'View' }))
  expect(within(sheet()).getByText('Grinder')).toBeTruthy()
  expect(calls.map(({ name }) => name)).not.toContain('GET /sales/12')
})

test('an open sale follows the list and keeps its last version after its deletion @long', async () => {
  const { user, shop } = await open()
  await cells()
  await user.click(row(12).getByRole('button', { name: 'View' }))
  shop.sales = [{ ...gift, customerName: 'Émilie Blanc' }, plain]
  pollNow()
  expect(await within(sheet()).findByText('Émilie Blanc')).toBeTruthy()
  shop.sales = [plain]
  pollNow()
  // Behind the sheet the rows keep their places.
  const rowTexts = () => Array.from(document.querySelectorAll('tbody tr'), (tr) => tr.textContent)
  await waitFor(() => expect(rowTexts()[0]).toMatch(/^Removed: 12/))
  expect(rowTexts()).toHaveLength(3)
  expect(within(sheet()).getByText('Émilie Blanc')).toBeTruthy()
  await user.keyboard('{Escape}')
  const view = row(12).getByRole('button', { name: 'View' })
  await waitFor(() => expect(document.activeElement).toBe(view))
  await user.click(screen.getByRole('searchbox', { name: 'Search sales' }))
  await waitFor(() => expect(rowTexts()).toHaveLength(1))
})

// @holds spec 2.93, 2.97, 7.32, 8.44, decision 19.2
test('one sale is deleted after a confirmation, and many with an Undo', async () => {
  const { user, shop, calls } = await open({
    'DELETE /sales/9': () => {
      shop.sales = [gift, free]
      return new Response(null, { status: 204 })
    },
    'DELETE /sales/bulk': () => {
      shop.sales = []
      return ok({ count: 2, batch: 'b1' })()
    },
    'POST /sales/restore': () => {
      shop.sales = [gift, free]
      return ok({ count: 2 })()
    },
  })
  await cells()
  await user.click(row(9).getByRole('button', { name: 'Delete' }))
  const question = 'Are you sure you want to delete this sale? This action cannot be undone.'
  const confirm = within(screen.getByRole('alertdialog', { name: 'Confirm Delete' }))
  expect(confirm.getByText(question)).toBeTruthy()
  expect(confirm.getByText('Sale 9, Walk-in, $48.00')).toBeTruthy()
  await user.click(confirm.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Sale deleted successfully.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Sale 9' })).toBeNull())

  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  await user.click(screen.getByRole('button', { name: 'Delete (2)' }))
  await user.hover(await screen.findByText('Sales deleted successfully.'))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Sales restored successfully.')).toBeTruthy()
  await cells()
  const sent = calls.filter(({ name }) => /bulk|restore/.test(name)).map(({ body }) => body)
  expect(sent).toEqual([{ ids: [12, 10] }, { batch: 'b1' }])
})

test('a sale with returns says before its deletion what was paid back, and many say how many had returns @long', async () => {
  const partly = { ...gift, returnedAmount: 22.5 }
  const wholly = { ...plain, returnedAmount: 48 }
  const { user, shop } = await open({
    'DELETE /sales/bulk': () => {
      shop.sales = []
      return ok({ count: 3, batch: 'b1' })()
    },
  })
  shop.sales = [partly, free, wholly]
  pollNow()
  await screen.findAllByText('-$22.50 returned')
  const questionOf = async (id: number) => {
    await user.click(row(id).getByRole('button', { name: 'Delete' }))
    return screen.getByRole('alertdialog', { name: 'Confirm Delete' })
  }
  const note = /paid back/
  const confirm = within(await questionOf(12))
  const paidBack = '$22.50 of it was paid back. Its returns are deleted too.'
  expect(confirm.getByText(note).textContent).toBe(paidBack)
  await user.click(confirm.getByRole('button', { name: 'Cancel' }))
  expect(within(await questionOf(10)).queryByText(note)).toBeNull()
  await user.keyboard('{Escape}')

  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  await user.click(screen.getByRole('button', { name: 'Delete (3)' }))
  const toast = 'Sales deleted successfully. 2 of them had returns, which were deleted too.'
  expect(await screen.findByText(toast)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
})

// @holds spec 2.96, 8.42, 8.43
test('failures to load, delete and bulk-delete sales are reported', async () => {
  const rows = withoutLines([gift, plain])
  const answers = [refuse(500), ok(rows)]
  const { user } = await open({
    [today]: () => (answers.shift() ?? ok(rows))(),
    'DELETE /sales/9': refuse(500),
    'DELETE /sales/bulk': refuse(500),
  })
  expect(await screen.findByText('Error loading sales.')).toBeTruthy()
  expect(await screen.findByText('Failed to load sales. Please try again.')).toBeTruthy()
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }))
  await cells()
  await user.click(row(9).getByRole('button', { name: 'Delete' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Could not delete sales. Please try again later.')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Sale 9' }))
  await user.click(screen.getByRole('button', { name: 'Delete (1)' }))
  expect(await screen.findByText('Failed to delete selected sales. Please try again.')).toBeTruthy()
})
