import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { SlipHost } from '@/components/slip/slip-host'
import { createQueryClient } from '@/lib/api/query-client'
import { logOut } from '@/lib/session/session'
import { delayAnswer, ok } from '@/test/api-stub'
import {
  createScreen as page,
  openCreateSales,
  storeDraft,
  storedDraftFields,
} from '@/test/screens/create-sales-screen'

const shop = {
  name: null,
  address: null,
  phone: null,
  email: null,
  taxNumber: null,
  slipFooter: null,
  slipWidth: '80mm',
  hasLogo: false,
  secondFactorRequired: false,
  version: 1,
}
const print = vi.fn<() => void>()
const printed = () => document.querySelector('[data-page|=slip]')?.textContent
const setting = () => screen.getByLabelText<HTMLInputElement>('Print a slip after each Submit')
const received = () => screen.getByLabelText<HTMLInputElement>('Received')

beforeEach(() => {
  print.mockReset()
  window.print = print
})

test('a till that prints after each Submit prints the original with the received amount', async () => {
  storeDraft()
  const { user, sent } = await openCreateSales({ 'GET /shop': ok(shop) })
  await user.click(setting())
  expect(localStorage.getItem('stockie-print-sales')).toBe('true')
  page.type(received(), '50')
  expect(storedDraftFields().received).toBe('50')
  await user.click(page.submit())
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(printed()).toMatch(/^Sale 42Date.*Total\$40\.00Received\$50\.00Change\$10\.00$/)
  expect(JSON.stringify(sent()[0]?.body)).not.toContain('50')
  expect(received().value).toBe('')
  expect(screen.getByText('Last sale: change $10.00')).toBeTruthy()
  await act(async () => window.dispatchEvent(new Event('afterprint')))
  expect(printed()).toBeUndefined()
  // The original is printed, so the toast offers a copy.
  await user.click(await screen.findByRole('button', { name: 'Print' }))
  expect(await screen.findByText('The slip says "Copy".')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(setting())
  expect(localStorage.getItem('stockie-print-sales')).toBeNull()
})

test('a till without the setting prints no slip, and the toast offers it @long', async () => {
  storeDraft({ received: '30' })
  const { user } = await openCreateSales({ 'GET /shop': ok(shop) })
  expect(setting().checked).toBe(false)
  await user.click(page.submit())
  expect(await screen.findByText('Last sale: still to pay $10.00')).toBeTruthy()
  // It belongs to the past once the next sale begins.
  page.type(page.remark(), 'Gift')
  expect(screen.queryByText(/^Last sale/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.queryByText(/^Last sale/)).toBeNull()
  await user.hover(await screen.findByRole('button', { name: 'Print' }))
  expect(print).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(await screen.findByText('This is the original slip.')).toBeTruthy()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(printed()).toMatch(/Received\$30\.00Still to pay\$10\.00$/)
  await act(async () => window.dispatchEvent(new Event('afterprint')))
})

test('Clear resets the received amount, and Undo brings it back @long', async () => {
  const { user } = await openCreateSales()
  page.type(received(), '50')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(received().value).toBe('')
  await user.hover(await screen.findByRole('button', { name: 'Undo' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(received().value).toBe('50')
})

test('no slip is printed for a user who has signed out before the answer arrives @long', async () => {
  storeDraft()
  localStorage.setItem('stockie-print-sales', 'true')
  const sale = { saleId: 42, saleDate: '2026-11-21', customerName: 'Ada', saleDetails: [] }
  const amounts = { subtotal: 40, discount: 0, shippingFees: 0, totalAmount: 40 }
  const answer = delayAnswer(ok({ ...sale, ...amounts, remark: null }))
  const { user } = await openCreateSales({
    'POST /sales': answer.answer,
    'POST /auth/logout': ok({}),
    'GET /shop': ok(shop),
  })
  await user.click(page.submit())
  act(() => logOut())
  await act(async () => answer.release())
  // The page of the next user.
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SlipHost />
    </QueryClientProvider>,
  )
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(print).not.toHaveBeenCalled()
})
