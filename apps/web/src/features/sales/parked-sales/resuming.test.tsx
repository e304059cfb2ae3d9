import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { never, ok, refuse, unreachable } from '@/test/api-stub'
import { mockScannerTimes } from '@/test/scanner-times'
import {
  ada,
  createScreen as page,
  lampLine,
  storeDraft,
  storedDraftFields,
  storedLines,
  vase,
} from '@/test/screens/create-sales-screen'
import {
  jacket,
  openParkedSales,
  openSheet,
  parkedButton,
  sheet,
} from '@/test/screens/parked-sales-screen'

// Strict mode runs effects twice, as in development.
configure({ reactStrictMode: true })

const pause = mockScannerTimes()

test('the list names each sale, its customer, its total and who parked it', async () => {
  const opened = await openParkedSales()
  await waitFor(() => expect(parkedButton().textContent).toBe('Parked (2)'))
  await openSheet(opened)
  const [first, second] = await sheet().findAllByRole('article')
  expect(first?.textContent).toContain('Ada Fashola')
  expect(second?.textContent).toContain('Blue jacket$58.50Ada Fashola · Lamp, Vase')
  expect(second?.textContent).toContain('by Mia Castellano')
})

test('a resumed sale becomes the draft and marks changed prices @long', async () => {
  const opened = await openParkedSales()
  await openSheet(opened)
  await opened.user.click(await sheet().findByRole('button', { name: 'Resume Blue jacket' }))
  expect(await screen.findByText('Sale resumed.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(storedLines()).toEqual([
    { productId: 7, name: 'Lamp', price: 18, quantity: 1 },
    { productId: vase.id, name: 'Vase', price: 42, quantity: 1 },
  ])
  expect(storedDraftFields()).toMatchObject({
    party: { id: ada.id, name: ada.name },
    discount: '1.5',
    shippingFees: '0',
    remark: 'Gift wrap',
    name: 'Blue jacket',
    resuming: null,
    attempts: [],
  })
  expect(screen.getByText(/The price is now \$20\.00\./)).toBeTruthy()
  expect(page.total()).toBe('$58.50')
  await waitFor(() => expect(parkedButton().textContent).toBe('Parked (1)'))
  expect(opened.byKey.size).toBe(0)
  await waitFor(() => expect(document.activeElement).toBe(page.search()))
})

test('a scan while the list is open resumes nothing @long', async () => {
  const opened = await openParkedSales()
  await openSheet(opened)
  const resume = await sheet().findByRole('button', { name: 'Resume Blue jacket' })
  resume.focus()
  await opened.user.keyboard('SHELF-7{Enter}')
  expect(document.activeElement).toBe(resume)
  expect(resume.getAttribute('aria-disabled')).toBe('false')
  // A person presses it later than the second key of a scanner.
  pause()
  await opened.user.keyboard('{Enter}')
  expect(await screen.findByText('Sale resumed.')).toBeTruthy()
})

test('after a sale was resumed, Escape in the list returns the focus to its button @long', async () => {
  const opened = await openParkedSales()
  await openSheet(opened)
  await opened.user.click(await sheet().findByRole('button', { name: 'Resume Blue jacket' }))
  await waitFor(() => expect(document.activeElement).toBe(page.search()))
  await openSheet(opened)
  await opened.user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(parkedButton()))
})

test('resuming a sale parks the open one @long', async () => {
  storeDraft({ name: 'Red hat' })
  const opened = await openParkedSales()
  await openSheet(opened)
  expect(sheet().getByText('Resuming a sale parks the one that is open.')).toBeTruthy()
  await opened.user.click(await sheet().findByRole('button', { name: 'Resume Blue jacket' }))
  await screen.findByText('Sale resumed.')
  expect(JSON.parse(opened.byKey.get('the-first-key') ?? '')).toMatchObject({
    name: 'Red hat',
    saleDetails: [{ productId: 7, quantity: 2 }],
  })
  expect(storedDraftFields()).toMatchObject({ name: 'Blue jacket', discount: '1.5' })
})

test('nothing is resumed if the open sale cannot be parked @long', async () => {
  storeDraft()
  const opened = await openParkedSales({ park: unreachable })
  await openSheet(opened)
  await opened.user.click(await sheet().findByRole('button', { name: 'Resume Blue jacket' }))
  expect((await sheet().findByRole('alert')).textContent).toContain('cannot be reached')
  expect(storedLines()).toEqual([lampLine])
  expect(storedDraftFields().resuming ?? null).toBeNull()
  expect(opened.parked.map(({ id }) => id)).toContain(jacket.id)
})

test('a till that is too late learns who resumed the sale and when @long', async () => {
  const taken = { takenByName: 'Mia Castellano', takenAt: '2026-11-21T14:05:00.000Z' }
  const opened = await openParkedSales({ take: refuse(409, taken) })
  await openSheet(opened)
  await opened.user.click(await sheet().findByRole('button', { name: 'Resume Blue jacket' }))
  expect((await sheet().findByRole('alert')).textContent).toMatch(
    /^Error: Mia Castellano resumed this sale on 21 Nov 2026, \d\d:\d\d\.$/,
  )
  expect(storedDraftFields().resuming).toBeNull()
})

test('a sale whose answer was lost is resumed when the screen opens again @long', async () => {
  const opened = await openParkedSales({ take: unreachable })
  await openSheet(opened)
  await opened.user.click(await sheet().findByRole('button', { name: 'Resume Blue jacket' }))
  expect((await sheet().findByRole('alert')).textContent).toMatch(/Resume it again to get it\.$/)
  const { resuming } = storedDraftFields()
  expect(resuming).toMatchObject({ id: 5, label: 'Blue jacket' })
  // Another till's list no longer has it.
  expect(opened.parked.map(({ id }) => id)).toEqual([6])

  delete opened.replies.take
  await opened.user.click(sheet().getByRole('button', { name: 'Close' }))
  await opened.user.click(
    within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link', {
      name: 'Home',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Create Sales' })).toBeNull())
  window.history.back()
  await screen.findByText('Sale resumed.')
  expect(storedDraftFields()).toMatchObject({ name: 'Blue jacket', resuming: null })
})

test('a sale whose answer was lost waits beside a draft, and resuming it parks that draft @long', async () => {
  storeDraft({ resuming: { id: 5, key: 'take-key', label: 'Blue jacket' } })
  const { user, byKey, parked } = await openParkedSales()
  const notice = await screen.findByText(
    'The parked sale "Blue jacket" may already have been resumed.',
  )
  expect(parked).toHaveLength(2)
  // Clearing the draft does not forget it.
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(storedDraftFields().resuming).toMatchObject({ id: 5 })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(
    within(notice.parentElement ?? document.body).getByRole('button', { name: 'Resume it' }),
  )
  await screen.findByText('Sale resumed.')
  expect(byKey.size).toBe(1)
  expect(storedDraftFields()).toMatchObject({ name: 'Blue jacket', resuming: null })
})

test('resuming another sale first takes over the one whose answer was lost @long', async () => {
  storeDraft({ party: null, resuming: { id: 5, key: 'take-key', label: 'Blue jacket' } }, [])
  const opened = await openParkedSales({ take: unreachable })
  await screen.findByRole('button', { name: 'Resume it' })
  delete opened.replies.take
  await openSheet(opened)
  await opened.user.click(await sheet().findByRole('button', { name: 'Resume Ada Fashola' }))
  await screen.findByText('Sale resumed.')
  // The jacket was resumed and then parked again as the open sale.
  expect(opened.parked.map(({ name }) => name)).toEqual(['Blue jacket'])
  expect(storedDraftFields()).toMatchObject({ name: '', resuming: null })
})

test('the user can stop waiting for a resumed sale, and the sheet stays open until then @long', async () => {
  const opened = await openParkedSales({ take: never })
  await openSheet(opened)
  await opened.user.click(await sheet().findByRole('button', { name: 'Resume Blue jacket' }))
  await opened.user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Parked sales' })).toBeTruthy()
  const stop = await sheet().findByRole('button', { name: 'Stop waiting' }, { timeout: 7_000 })
  await opened.user.click(stop)
  expect((await sheet().findByRole('alert')).textContent).toContain('You stopped waiting.')
  expect(storedDraftFields().resuming).toMatchObject({ id: 5 })
}, 15_000)

test('a parked sale can be deleted, and Undo restores it @long', async () => {
  const opened = await openParkedSales()
  await openSheet(opened)
  await opened.user.click(await sheet().findByRole('button', { name: 'Delete Ada Fashola' }))
  await screen.findByText('Parked sale deleted.')
  await waitFor(() => expect(sheet().getAllByRole('article')).toHaveLength(1))
  // Only the app's styles let the pointer reach a toast beside a sheet.
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Parked sale restored.')
  await waitFor(() => expect(sheet().getAllByRole('article')).toHaveLength(2))
})

test('a deletion that came too late says so', async () => {
  const opened = await openParkedSales({ remove: ok({ count: 0, batch: null }) })
  await openSheet(opened)
  await opened.user.click(await sheet().findByRole('button', { name: 'Delete Ada Fashola' }))
  const failure = 'Failed to delete the parked sale. It may already have been resumed.'
  expect(await screen.findByText(failure)).toBeTruthy()
})

test('Submit keeps the sale whose answer was lost', async () => {
  storeDraft({ resuming: { id: 5, key: 'take-key', label: 'Blue jacket' } })
  const { user } = await openParkedSales()
  await user.click(page.submit())
  await screen.findByText('No products added.')
  expect(storedDraftFields().resuming).toMatchObject({ id: 5, key: 'take-key' })
})
