import type { Purchase } from '@stockie/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { delayAnswer, ok, refuse, stubApi } from '@/test/api-stub'

const paper: Purchase = {
  purchaseId: 7,
  supplierId: 1,
  supplierName: 'Harbour Paper Ltd',
  purchaseDate: '2026-11-21',
  totalAmount: 1234.5,
  remark: null,
  purchaseDetails: [
    { productId: 1, productName: 'Envelopes', price: 1, quantity: 1234, total: 1234 },
  ],
  createdAt: '2026-11-21T14:05:00.000Z',
  createdByName: 'Olivia Owner',
}
const beans: Purchase = {
  ...paper,
  purchaseId: 5,
  supplierName: 'Bean Brothers',
  remark: 'By courier',
  purchaseDetails: [],
}
const old: Purchase = { ...beans, purchaseId: 3, purchaseDate: '2026-10-02' }

const today = 'GET /purchases?startDate=2026-11-21&endDate=2026-11-21'
const october = 'GET /purchases?startDate=2026-10-01&endDate=2026-10-31'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

async function open(answers: Parameters<typeof stubApi>[0] = {}, path = '/purchase') {
  const shop = { purchases: [paper, beans] }
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    [today]: () => ok(shop.purchases)(),
    [october]: ok([old]),
    ...answers,
  })
  const { user } = renderApp(path, 't1')
  await screen.findByRole('heading', { name: 'Purchase Management' })
  return { user, shop, calls }
}

const box = (id: number) => screen.findByRole('checkbox', { name: `Select Purchase ${id}` })
const button = (name: string) => screen.getByRole('button', { name })

async function row(id: number) {
  return within((await box(id)).closest('tr') ?? document.body)
}

// @holds spec 2.105-2.107, 7.34, 9.16, 9.18, decision 18.1
test("the purchases page lists today's purchases", async () => {
  await open()
  await box(7)
  const rows = screen.getAllByRole('row')
  const texts = rows.map((tableRow) =>
    Array.from(tableRow.children, ({ textContent }) => textContent?.trim()),
  )
  expect(texts).toEqual([
    ['', 'Purchase ID', 'Supplier Name', 'Total Amount', 'Purchase Date', 'Remark', 'Actions'],
    ['', '7', 'Harbour Paper Ltd', '$1,234.50', '21 Nov 2026', 'N/A', ''],
    ['', '5', 'Bean Brothers', '$1,234.50', '21 Nov 2026', 'By courier', ''],
  ])
  expect(button('Month: Today')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/purchase/create')
})

// @holds spec 2.105, 2.110, decision 18.1
test('the month picker shows a whole month, and Today returns to today', async () => {
  const answer = delayAnswer(ok([old]))
  const { user } = await open({ [october]: answer.answer })
  await box(7)
  await user.click(button('Month: Today'))
  await user.click(button('Oct 2026'))
  expect(await screen.findByText('Loading purchases...')).toBeTruthy()
  answer.release()
  await box(3)
  expect(window.location.search).toBe('?from=2026-10-01&to=2026-10-31')
  expect(document.activeElement).toBe(button('Month: Oct 2026'))
  expect(screen.queryByText('Harbour Paper Ltd')).toBeNull()

  await user.click(button('Month: Oct 2026'))
  await user.click(button('Today'))
  await box(7)
  expect(window.location.search).toBe('')
  expect(document.activeElement).toBe(button('Month: Today'))
})

test('the month picker names the days that a link asked for', async () => {
  const days = 'GET /purchases?startDate=2026-10-02&endDate=2026-10-31'
  await open({ [days]: ok([old]) }, '/purchase?from=2026-10-02&to=2026-10-31')
  await box(3)
  expect(button('Month: 02 Oct 2026 – 31 Oct 2026')).toBeTruthy()
})

// @holds spec 2.108, decision 19.2
test('the purchase dialog shows the purchase with its items', async () => {
  const { user } = await open()
  const view = (await row(7)).getByRole('button', { name: 'View' })
  await user.click(view)
  const dialog = screen.getByRole('dialog', { name: 'Purchase Details' })
  const facts = Array.from(dialog.querySelectorAll('dt'), ({ textContent, nextSibling }) => [
    textContent,
    nextSibling?.textContent,
  ])
  expect(facts).toEqual([
    ['Purchase ID', '7'],
    ['Supplier', 'Harbour Paper Ltd'],
    ['Total Amount', '$1,234.50'],
    ['Date', '21 Nov 2026'],
    ['Remark', 'N/A'],
    ['Recorded', expect.stringMatching(/^21 Nov 2026, .* by Olivia Owner$/)],
  ])
  expect(within(dialog).getByRole('heading', { name: 'Purchased Items' })).toBeTruthy()
  const [item] = within(dialog).getAllByRole('listitem')
  expect(item?.textContent).toBe('Envelopes1,234 x $1.00$1,234.00')
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(view))

  await user.click((await row(5)).getByRole('button', { name: 'View' }))
  expect(screen.getByText('No items in this purchase')).toBeTruthy()
})

// @holds spec 2.107, 2.109, 4.23, 7.36, 8.48, 8.50
test('one purchase is deleted after a confirmation, and many with an Undo', async () => {
  const removed = delayAnswer(ok({ count: 1, batch: 'b1' }))
  const { user, shop, calls } = await open({
    'DELETE /purchases/7': () => {
      shop.purchases = [beans]
      return new Response(null, { status: 204 })
    },
    'DELETE /purchases/bulk': () => {
      shop.purchases = []
      return removed.answer()
    },
    'POST /purchases/restore': refuse(500),
  })
  await user.click((await row(7)).getByRole('button', { name: 'Delete' }))
  const question = 'Are you sure you want to delete this purchase? This action cannot be undone.'
  expect(screen.getByText(question)).toBeTruthy()
  expect(screen.getByText(/^Purchase 7, Harbour Paper Ltd, \$/)).toBeTruthy()
  await user.click(button('Delete'))
  expect(await screen.findByText('Purchase deleted successfully.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Harbour Paper Ltd')).toBeNull())

  await user.click(await box(5))
  await user.click(button('Delete (1)'))
  expect(await screen.findByRole('button', { name: 'Deleting...' })).toBeTruthy()
  removed.release()
  await user.hover(await screen.findByText('Purchases deleted successfully.'))
  expect(await screen.findByText('No results')).toBeTruthy()
  await user.click(button('Undo'))
  const message = 'Failed to restore selected purchases. Please try again.'
  expect(await screen.findByText(message)).toBeTruthy()
  expect(calls.find(({ name }) => name === 'DELETE /purchases/bulk')?.body).toEqual({ ids: [5] })
})

// @holds spec 2.111, 8.47, 8.49
test('failures to load, delete and bulk-delete purchases are reported', async () => {
  const answers = [refuse(500)]
  const { user } = await open({
    [today]: () => (answers.shift() ?? ok([paper]))(),
    'DELETE /purchases/7': refuse(500),
    'DELETE /purchases/bulk': refuse(500),
  })
  expect(await screen.findByText('Error loading purchases.')).toBeTruthy()
  expect(await screen.findByText('Failed to load purchases. Please try again.')).toBeTruthy()
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }))
  await user.click((await row(7)).getByRole('button', { name: 'Delete' }))
  await user.click(button('Delete'))
  expect(await screen.findByText('Could not delete purchase. Please try again later.')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(await box(7))
  await user.click(button('Delete (1)'))
  const message = 'Failed to delete selected purchases. Please try again.'
  expect(await screen.findByText(message)).toBeTruthy()
})
