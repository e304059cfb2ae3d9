import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { delayAnswer, ok, refuse } from '@/test/api-stub'
import {
  bodyOf,
  cake,
  chooseRange,
  courier,
  listToday,
  listYesterday,
  openExpenses,
  rent,
  rowOf,
} from '@/test/screens/expenses-screen'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

// @holds spec 2.89, 7.15, 9.16, 9.18
test("the expenses page lists today's expenses, with days in the shop's time zone", async () => {
  await openExpenses()
  await screen.findByText('Rent')
  expect(screen.getByRole('button', { name: 'Date range: Today' })).toBeTruthy()
  const rows = screen.getAllByRole('row')
  const cells = rows.map((row) => Array.from(row.children, ({ textContent }) => textContent))
  expect(cells).toEqual([
    ['', 'ID', 'Name', 'Amount', 'Description', 'Category', 'Date', 'Actions'],
    ['', '8', 'Cake', '$9.00', 'N/A', 'Unknown', '21 Nov 2026', ''],
    ['', '7', 'Rent', '$1,234.00', 'November', 'Space', '21 Nov 2026', ''],
  ])
})

test('selecting another date range hides the old expenses until the new ones are loaded @long', async () => {
  const answer = delayAnswer(ok([courier]))
  const { user } = await openExpenses({ [listYesterday]: answer.answer })
  await screen.findByText('Rent')
  await chooseRange(user, 'Yesterday')
  expect(await screen.findByText('Loading expenses...')).toBeTruthy()
  expect(screen.queryByText('Rent')).toBeNull()

  answer.release()
  await screen.findByText('Courier')
  expect(window.location.search).toBe('?from=2026-11-20&to=2026-11-20')
})

test('the expenses page opens with the date range of its link', async () => {
  await openExpenses({ [listYesterday]: ok([courier]) }, '/expense?from=2026-11-20&to=2026-11-20')
  await screen.findByText('Courier')
  expect(screen.getByRole('button', { name: 'Date range: Yesterday' })).toBeTruthy()
})

// @holds decision 20.1
test('a date range that fails to load shows an error and no rows of the old range', async () => {
  const { user } = await openExpenses({ [listYesterday]: refuse(500) })
  await screen.findByText('Rent')
  await chooseRange(user, 'Yesterday')
  expect(await screen.findByText('Error loading expenses.')).toBeTruthy()
  expect(await screen.findByText('Failed to load expenses. Please try again.')).toBeTruthy()
  expect(screen.queryByText('Rent')).toBeNull()
})

// @holds spec 2.90, 7.14, 7.19
test('an expense added today appears at once', async () => {
  const rows = [rent]
  const { user, calls } = await openExpenses({
    [listToday]: () => ok(rows)(),
    'POST /expenses': () => {
      rows.unshift({ ...cake, name: 'Stamps' })
      return ok(rows[0])()
    },
  })
  await screen.findByText('Rent')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Add Expense' }))
  expect(dialog.getByText('Add a new expense by filling in the details below.')).toBeTruthy()
  await user.type(dialog.getByPlaceholderText('Enter name'), 'Stamps')
  await user.type(dialog.getByPlaceholderText('Enter amount'), '9')
  await user.selectOptions(dialog.getByLabelText('Category'), 'Power')
  expect(dialog.getByRole('button', { name: 'Date 21-11-2026' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Expense created successfully.')).toBeTruthy()
  expect(await screen.findByRole('cell', { name: 'Stamps' })).toBeTruthy()
  expect(bodyOf(calls, 'POST /expenses')).toEqual({
    name: 'Stamps',
    amount: 9,
    description: null,
    expenseCategoryId: 2,
  })
})

test('expenses are sorted by time, not only by day', async () => {
  await openExpenses({}, '/expense?sort=date')
  await screen.findByText('Rent')
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map((row) => row.children[2]?.textContent)).toEqual(['Rent', 'Cake'])
})

test('the search ignores the time of an expense, which its row does not show', async () => {
  await openExpenses({}, '/expense?q=2026')
  expect(await screen.findByText('No results')).toBeTruthy()
})

// @holds spec 5.6, 5.8
test('the expense form names each missing field', async () => {
  const { user } = await openExpenses()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Expense name is required')).toBeTruthy()
  expect(screen.getByText('Amount must be a positive integer')).toBeTruthy()
  expect(screen.getByText('Expense category is required')).toBeTruthy()
})

// @holds spec 2.90
test('the edit form keeps the values of an expense and asks to replace a deleted category', async () => {
  const { user } = await openExpenses()
  await screen.findByText('Rent')
  await user.click(rowOf('Rent').getByRole('button', { name: 'Edit' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Expense' }))
  expect(dialog.getByText('Edit the details of the expense.')).toBeTruthy()
  expect(dialog.getByLabelText('Amount')).toHaveProperty('value', '1234')
  expect(dialog.getByLabelText('Description')).toHaveProperty('value', 'November')
  expect(dialog.getByLabelText('Category')).toHaveProperty('value', '1')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  await user.click(rowOf('Cake').getByRole('button', { name: 'Edit' }))
  expect(screen.getByLabelText('Category')).toHaveProperty('value', '')
})

// @holds spec 2.71, 2.91, 7.19, 8.31
test('the expense form reports categories that cannot be loaded', async () => {
  const detail = 'It went wrong.'
  const { user } = await openExpenses({ 'GET /expense-categories': refuse(500, { detail }) })
  await screen.findByText('Rent')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Error loading categories.')).toBeTruthy()
  await waitFor(() => expect(screen.getByText(`Error: ${detail}`)).toBeTruthy())
})

test('deleting an expense asks for confirmation', async () => {
  const { user } = await openExpenses()
  await screen.findByText('Rent')
  await user.click(rowOf('Cake').getByRole('button', { name: 'Delete' }))
  const question = 'Are you sure you want to delete this expense? This action cannot be undone.'
  expect(screen.getByText(question)).toBeTruthy()
  expect(within(screen.getByRole('alertdialog')).getByText(/^Cake, \$/)).toBeTruthy()
})
