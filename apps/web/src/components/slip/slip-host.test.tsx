import type { Shop } from '@stockie/contracts'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { createQueryClient } from '@/lib/api/query-client'
import { sessionStore } from '@/lib/session/session-store'
import { owner } from '@/test/app-harness'
import { never, ok, refuse, stubApi } from '@/test/api-stub'
import { mockScannerTimes } from '@/test/scanner-times'
import { copyOf, type Slip } from './slip-contents'
import { printSlip, SlipHost } from './slip-host'

// Strict mode runs effects twice, as in development.
configure({ reactStrictMode: true })

mockScannerTimes()

const settings: Shop = {
  name: 'Harbour Coffee',
  address: '12 Quay Street\nBristol',
  phone: null,
  email: '',
  taxNumber: 'GB 123',
  slipFooter: 'Thank you!',
  slipWidth: '58mm',
  hasLogo: false,
  secondFactorRequired: false,
  coverDays: 14,
  key: null,
  version: 1,
}

const line = { id: 1, productId: 7, productName: 'Lamp', quantity: 1200, price: 20, total: 24_000 }

const slip: Slip = {
  title: 'Sale 42',
  isCopy: false,
  facts: [{ title: 'Customer', text: 'Ada Fashola' }],
  lines: [line],
  totals: [{ title: 'Total', amount: '$24,000.00', isTotal: true }],
  remark: 'Wrapped',
}

let client: QueryClient

const printed = () => document.querySelector('[data-page|=slip]')
const print = vi.fn<() => void>()
const finishPrint = () => act(async () => void window.dispatchEvent(new Event('afterprint')))

beforeEach(() => {
  print.mockReset()
  vi.stubGlobal('print', print)
  window.print = print
  sessionStore.set({ authState: 'Success', ...owner })
})

function renderHost(answers: Parameters<typeof stubApi>[0] = {}) {
  stubApi({ 'GET /shop': ok(settings), ...answers })
  client = createQueryClient()
  const view = render(
    <QueryClientProvider client={client}>
      <SlipHost />
    </QueryClientProvider>,
  )
  return { ...view, user: userEvent.setup() }
}

const request = (...args: Parameters<typeof printSlip>) => act(async () => printSlip(...args))
const button = (name: string) => screen.getByRole('button', { name })

test('a slip is printed once on the chosen width, with what the shop and the document say', async () => {
  const { user } = renderHost()
  await request(copyOf(slip))
  const width = await screen.findByLabelText<HTMLSelectElement>('Slip width')
  expect(width.value).toBe('58mm')
  expect(screen.getByText('The slip says "Copy".')).toBeTruthy()
  expect(document.activeElement).toBe(button('Print'))
  // A scan prints nothing.
  await user.keyboard('SHELF-7{Enter}')
  await user.selectOptions(width, 'A4')
  expect(print).not.toHaveBeenCalled()
  await user.click(button('Print'))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(printed()?.getAttribute('data-page')).toBe('slip-A4')
  const texts = Array.from(printed()?.querySelectorAll('p, h1, dt, dd, th, td, footer') ?? [])
  expect(texts.map(({ textContent }) => textContent).join('|')).toBe(
    'Harbour Coffee|12 Quay Street\nBristol|Tax number GB 123|Sale 42|Copy|Customer|Ada Fashola|' +
      'Item|Quantity|Price|Total|Lamp|1,200|$20.00|$24,000.00|Total|$24,000.00|Wrapped|Thank you!',
  )
  await finishPrint()
  expect(printed()).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(print).toHaveBeenCalledOnce()
})

test('an automatic slip asks nothing, and two of them are printed one after the other', async () => {
  renderHost()
  await request({ ...slip, lines: [] }, { isAutomatic: true })
  await request({ ...slip, title: 'Sale 43' }, { isAutomatic: true })
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(printed()?.textContent).toContain('Sale 42')
  expect(printed()?.textContent).toContain('No items.')
  expect(printed()?.textContent).not.toContain('Copy')
  expect(screen.queryByRole('dialog')).toBeNull()
  await finishPrint()
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2))
  expect(printed()?.textContent).toContain('Sale 43')
  await finishPrint()
  expect(printed()).toBeNull()
})

test('Print waits for the settings of the shop, and for its logo', async () => {
  let answer: (response: Response) => void = () => {}
  const wait = () => new Promise<Response>((resolve) => (answer = resolve))
  const { user } = renderHost({ 'GET /shop': wait, 'GET /shop/logo': wait })
  await request(slip)
  await user.click(await screen.findByRole('button', { name: 'Print' }))
  expect(button('Print').getAttribute('aria-disabled')).toBe('true')
  answer(ok({ ...settings, hasLogo: true })())
  await screen.findByLabelText('Slip width')
  expect(printed()).toBeNull()
  answer(new Response(new Blob(['pixels'], { type: 'image/png' })))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(printed()?.querySelector('img')?.src).toMatch(/^blob:/)
  await finishPrint()
})

test('a slip whose logo cannot be loaded is printed without it', async () => {
  renderHost({
    'GET /shop': ok({ ...settings, hasLogo: true }),
    'GET /shop/logo': refuse(400),
  })
  await request(slip, { isAutomatic: true })
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(printed()?.querySelector('img')).toBeNull()
  await finishPrint()
})

test('settings that change during a print do not print the slip again @long', async () => {
  let saved = { ...settings, hasLogo: true }
  const logos = [new Blob(['first']), new Blob(['second'])]
  let logoReads = 0
  renderHost({
    'GET /shop': () => Response.json(saved),
    'GET /shop/logo': () => {
      logoReads += 1
      return new Response(logos[saved.version - 1])
    },
  })
  await request(slip, { isAutomatic: true })
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  const logo = printed()?.querySelector('img')?.src
  saved = { ...saved, name: 'Other Coffee', version: 2 }
  await act(() => client.refetchQueries())
  await waitFor(() => expect(logoReads).toBe(2))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(printed()?.querySelector('img')?.src).toBe(logo)
  expect(printed()?.textContent).toContain('Harbour Coffee')
  expect(print).toHaveBeenCalledOnce()
  await finishPrint()

  // The next slip waits for the new logo.
  await request(slip, { isAutomatic: true })
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2))
  expect(printed()?.textContent).toContain('Other Coffee')
  await finishPrint()
})

test('an automatic slip without the settings of the shop asks, and prints after a retry', async () => {
  let answer = refuse(400)
  const { user } = renderHost({ 'GET /shop': () => answer() })
  await request(slip, { isAutomatic: true })
  expect(await screen.findByText('Failed to load the settings.')).toBeTruthy()
  expect(button('Print').getAttribute('aria-disabled')).toBe('true')
  answer = ok(settings)
  await user.click(button('Try again'))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(screen.queryByRole('dialog')).toBeNull()
  await finishPrint()
  expect(printed()).toBeNull()
})

test('Cancel prints nothing, also while the settings load', async () => {
  const { user } = renderHost({ 'GET /shop': never })
  await request(slip)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(print).not.toHaveBeenCalled()
})

test('in a browser that does not say when it has printed, the next click or key removes the slip', async () => {
  const { user } = renderHost()
  await request(slip, { isAutomatic: true })
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(printed()).not.toBeNull()
  await user.keyboard('a')
  await waitFor(() => expect(printed()).toBeNull())
})

test('a slip that waits is printed by a host that is mounted anew, and not after a log-out', async () => {
  const first = renderHost({ 'GET /shop': never })
  await request(slip, { isAutomatic: true })
  first.unmount()
  const second = renderHost()
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  await finishPrint()
  second.unmount()

  const last = renderHost({ 'GET /shop': never })
  await request(slip, { isAutomatic: true })
  last.unmount()
  sessionStore.set({ authState: 'Failed', because: 'signed out' })
  sessionStore.set({ authState: 'Success', ...owner })
  renderHost()
  await request({ ...slip, title: 'Sale 43' }, { isAutomatic: true })
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2))
  expect(printed()?.textContent).toContain('Sale 43')
  await finishPrint()
})
