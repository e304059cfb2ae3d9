import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { logOut } from '@/lib/session/session'
import { sessionStore } from '@/lib/session/session-store'
import {
  ada,
  createScreen as page,
  lampLine,
  storeDraft,
  openCreateSales,
  storedLines,
  storedDraftFields,
  usedKey,
  vase,
} from '@/test/screens/create-sales-screen'
import { owner } from '@/test/app-harness'
import { delayAnswer, ok, refuse, unreachable } from '@/test/api-stub'

// Strict mode runs effects twice, as in development.
configure({ reactStrictMode: true })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

const focused = () => document.activeElement
const vaseLine = { productId: vase.id, name: 'Vase', price: 35, quantity: 1 }

test('a sale sent again after a lost answer is recorded once', async () => {
  storeDraft()
  const { user, shop, sent } = await openCreateSales()
  shop.losesAnswers = true
  await user.click(page.submit())
  const retryHint = /cannot be reached\. .* If you submit again, it is recorded only once\.$/
  expect(await screen.findByText(retryHint)).toBeTruthy()
  shop.losesAnswers = false
  await user.click(page.submit())
  await screen.findByText('No products added.')
  expect(shop.recorded.size).toBe(1)
  expect(sent()).toHaveLength(2)
  expect(screen.queryByText(retryHint)).toBeNull()
})

test('the message that the server cannot be reached goes away once the server answers a poll', async () => {
  storeDraft()
  let changes: () => Response = unreachable
  const { user, shop } = await openCreateSales({ 'GET /changes': () => changes() })
  shop.losesAnswers = true
  await user.click(page.submit())
  await screen.findByText(/cannot be reached\. .* only once\.$/)
  const poll = () => act(async () => void window.dispatchEvent(new Event('online')))
  await poll()
  expect(screen.getByText(/cannot be reached\. .* only once\.$/)).toBeTruthy()

  changes = ok({ revision: '1' })
  await poll()
  const note = 'Stockie answers again. If you submit again, it is recorded only once.'
  expect((await screen.findByText(note)).tagName).toBe('OUTPUT')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(storedLines()).toEqual([lampLine])
  await user.click(screen.getByRole('button', { name: 'One more of Lamp' }))
  expect(screen.queryByText(note)).toBeNull()
})

test('the user can stop waiting for a late answer, and the next submit records the sale once @long', async () => {
  storeDraft()
  const { user, shop, sent } = await openCreateSales()
  shop.isSilent = true
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() })
  await user.click(page.submit())
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.queryByText(/Still waiting/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  const late =
    'Still waiting for an answer. If you stop and submit again, it is recorded only once.'
  expect(screen.getByText(late).tagName).toBe('OUTPUT')

  await user.click(screen.getByRole('button', { name: 'Stop waiting' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Error: You stopped waiting. It may be saved already. If you submit again, it is recorded only once.',
  )
  expect(screen.queryByText(late)).toBeNull()
  expect(screen.queryByText(/^Unable to add sales/)).toBeNull()
  expect(focused()).toBe(page.submit())
  expect(storedLines()).toEqual([lampLine])

  shop.isSilent = false
  await user.click(page.submit())
  await screen.findByText('No products added.')
  expect(shop.recorded.size).toBe(1)
  expect(sent().map(({ key }) => key)).toEqual(['the-first-key', 'the-first-key'])
})

test('a sale changed after a lost answer is recorded as a second sale if the user confirms it @long', async () => {
  storeDraft()
  const { user, shop } = await openCreateSales()
  shop.losesAnswers = true
  await user.click(page.submit())
  await screen.findByText(/cannot be reached/)
  shop.losesAnswers = false
  // Without any other change, the new date alone would make it another sale.
  vi.setSystemTime(new Date(2026, 10, 22, 0, 1))
  await user.click(screen.getByRole('button', { name: 'One more of Lamp' }))
  await user.click(page.submit())

  const notice = await screen.findByText(
    'This was recorded already as Sale 42 ($40.00, Ada Fashola). Your later changes were not saved.',
  )
  expect(shop.recorded.size).toBe(1)
  expect(storedLines()).toEqual([{ ...lampLine, quantity: 3 }])
  const alert = within(notice.closest<HTMLElement>('[role=alert]') ?? document.body)
  await user.click(alert.getByRole('button', { name: 'Record the changed one as well' }))
  await screen.findByText('No products added.')
  expect([...shop.recorded.values()].map(({ body }) => body)).toMatchObject([
    { totalAmount: 40, saleDate: '2026-11-21' },
    { totalAmount: 60, saleDate: '2026-11-21' },
  ])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a sale that was recorded already can be cleared instead', async () => {
  storeDraft({ attempts: [{ customerId: ada.id }] })
  const { user, sent } = await openCreateSales({ 'POST /sales': usedKey })
  await user.click(page.submit())
  expect(
    await screen.findByText('This was recorded already. Your later changes were not saved.'),
  ).toBeTruthy()
  expect(sent().map(({ key }) => key)).toEqual(['the-first-key', 'the-first-key'])
  await user.click(screen.getByRole('button', { name: 'Clear the draft' }))
  expect(focused()).toBe(page.customer())
  expect(storedLines()).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/^Unable to add sales/)).toBeNull()
})

test('a success clears the draft of its own user after another user has signed in @long', async () => {
  storeDraft()
  const answer = delayAnswer(ok({}))
  const { user, sent } = await openCreateSales({ 'POST /sales': answer.answer })
  await user.click(page.submit())
  await waitFor(() => expect(sent()).toHaveLength(1))
  act(logOut)
  act(() => sessionStore.set({ authState: 'Success', ...owner, id: 2 }))
  await user.click(await screen.findByRole('link', { name: 'Sales' }))
  await user.click(await screen.findByRole('link', { name: 'Create' }))
  await screen.findByText('No products added.')
  expect(page.customer().textContent).toBe('Select Customer')
  await user.click(page.search())
  await user.keyboard('vase{Enter}')
  expect(localStorage.getItem('stockie-sales-draft-1')).toContain('the-first-key')

  answer.release()
  await waitFor(() => expect(localStorage.getItem('stockie-sales-draft-1')).toBeNull())
  expect(storedLines()).toEqual([vaseLine])
  expect(screen.queryByText('Sales created successfully.')).toBeNull()
})

test('a draft of another user stays hidden until that user signs in', async () => {
  storeDraft({ owner: 2 })
  await openCreateSales()
  expect(screen.getByText('No products added.')).toBeTruthy()
  expect(page.customer().textContent).toBe('Select Customer')
  await waitFor(() => expect(storedDraftFields().owner).toBe(owner.id))
  act(() => sessionStore.set({ authState: 'Success', ...owner, id: 2 }))
  await waitFor(() => expect(page.quantity('Lamp').value).toBe('2'))
  expect(page.customer().textContent).toBe('Ada Fashola')
  expect(localStorage.getItem('stockie-sales-draft-2')).toBeNull()
})

test('two tabs share one draft', async () => {
  const { user } = await openCreateSales()
  storeDraft({ remark: 'From the other tab' })
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'sales' })))
  expect(page.quantity('Lamp').value).toBe('2')
  expect(page.remark().value).toBe('From the other tab')

  // The other tab has added a vase, and this tab has not received the event yet.
  localStorage.setItem('sales', JSON.stringify([lampLine, vaseLine]))
  await user.click(screen.getByRole('button', { name: 'One more of Lamp' }))
  expect(storedLines()).toEqual([{ ...lampLine, quantity: 3 }, vaseLine])
  expect(page.quantity('Vase').value).toBe('1')
})

test('a submit error disappears when another tab replaces the draft', async () => {
  storeDraft()
  const { user } = await openCreateSales({ 'POST /sales': refuse(500) })
  await user.click(page.submit())
  await screen.findByText(/^Error: /)
  act(() => {
    storeDraft({ key: 'the-key-of-another-tab' }, [vaseLine])
    window.dispatchEvent(new StorageEvent('storage', { key: 'sales' }))
  })
  expect(page.quantity('Vase').value).toBe('1')
  expect(screen.queryByText(/^Error: /)).toBeNull()
})

test('the click itself sends the sale', async () => {
  storeDraft()
  const { sent } = await openCreateSales()
  await act(async () => {
    page.submit().click()
    expect(sent()).toHaveLength(1)
  })
  expect(await screen.findByText('Sales created successfully.')).toBeTruthy()
})
