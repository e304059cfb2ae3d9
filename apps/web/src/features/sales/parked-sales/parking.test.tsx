import { configure, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { usualCustomerKey } from '@/components/document/pickers/use-usual-party'
import { refuse, unreachable } from '@/test/api-stub'
import { mockScannerTimes } from '@/test/scanner-times'
import {
  ada,
  createScreen as page,
  lampLine,
  storeDraft,
  storedDraftFields,
  storedLines,
} from '@/test/screens/create-sales-screen'
import {
  dialog,
  openParkedSales,
  parkButton,
  parkedButton,
} from '@/test/screens/parked-sales-screen'

// Strict mode runs effects twice, as in development.
configure({ reactStrictMode: true })

mockScannerTimes()

test('Park stores the whole draft under a name and starts a new one', async () => {
  storeDraft({ discount: '1.50', shippingFees: '2', remark: ' Gift wrap ' })
  const { user, parked, byKey } = await openParkedSales()
  await user.click(parkButton())
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect(document.activeElement).toBe(name)
  await user.type(name, 'Red hat{Enter}')
  expect(await screen.findByText('Sale parked.')).toBeTruthy()
  expect(JSON.parse(byKey.get('the-first-key') ?? '')).toEqual({
    name: 'Red hat',
    customerId: ada.id,
    discount: 1.5,
    shippingFees: 2,
    remark: 'Gift wrap',
    saleDetails: [{ productId: 7, price: 20, quantity: 2, total: 40 }],
  })
  expect(storedLines()).toEqual([])
  expect(storedDraftFields()).toMatchObject({ party: null, remark: '', name: '', discount: '0' })
  expect(storedDraftFields().key).not.toBe('the-first-key')
  expect(parked).toHaveLength(3)
  await waitFor(() => expect(parkedButton().textContent).toBe('Parked (3)'))
  // The next sale begins with its customer.
  await waitFor(() => expect(document.activeElement).toBe(page.customer()))
})

test('a barcode that is scanned into the name parks nothing @long', async () => {
  storeDraft()
  const { user, byKey } = await openParkedSales()
  await user.click(parkButton())
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '5901234123457{Enter}')
  expect(dialog().getByRole('button', { name: 'Park' })).toBeTruthy()
  expect(byKey.size).toBe(0)
})

test('Park does nothing while the draft is empty', async () => {
  const { user } = await openParkedSales()
  expect(parkButton().getAttribute('aria-disabled')).toBe('true')
  await user.click(parkButton())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a draft without a customer and without products cannot be parked', async () => {
  storeDraft({ party: null, remark: 'Call back' }, [])
  const { user, byKey } = await openParkedSales()
  await user.click(parkButton())
  await user.click(dialog().getByRole('button', { name: 'Park' }))
  expect((await dialog().findByRole('alert')).textContent).toBe(
    'Error: Choose a customer or add a product to park the sale. Or clear the open sale.',
  )
  expect(byKey.size).toBe(0)
})

test('a draft whose submit may have been recorded cannot be parked', async () => {
  storeDraft({ attempts: [{ customerId: ada.id }] })
  const { user, byKey } = await openParkedSales()
  await user.click(parkButton())
  await user.click(dialog().getByRole('button', { name: 'Park' }))
  expect((await dialog().findByRole('alert')).textContent).toContain(
    'Submit it again: it is recorded only once.',
  )
  expect(byKey.size).toBe(0)
  expect(storedLines()).toEqual([lampLine])
})

test('a sale parked again after a lost answer is parked once', async () => {
  storeDraft()
  const opened = await openParkedSales({ park: unreachable })
  const { user, byKey, replies } = opened
  await user.click(parkButton())
  await user.click(dialog().getByRole('button', { name: 'Park' }))
  expect((await dialog().findByRole('alert')).textContent).toMatch(
    /without a change, it is parked only once\.$/,
  )
  expect(storedLines()).toEqual([lampLine])
  delete replies.park
  await user.click(dialog().getByRole('button', { name: 'Park' }))
  await screen.findByText('Sale parked.')
  expect([...byKey.keys()]).toEqual(['the-first-key'])
})

test('a draft that was changed after a lost answer is parked as well', async () => {
  storeDraft()
  const { user, byKey, replies } = await openParkedSales({ park: unreachable })
  await user.click(parkButton())
  await user.click(dialog().getByRole('button', { name: 'Park' }))
  await dialog().findByRole('alert')
  delete replies.park
  await user.type(dialog().getByRole('textbox', { name: 'Name' }), 'Later{Enter}')
  await screen.findByText('Sale parked.')
  expect([...byKey.keys()]).toEqual(['the-first-key', 'the-first-key-2'])
})

test('a sale that may be parked is not submitted until it is parked or cleared @long', async () => {
  storeDraft()
  const { user, sent, byKey, replies } = await openParkedSales({ park: unreachable })
  await user.click(parkButton())
  await user.click(dialog().getByRole('button', { name: 'Park' }))
  await dialog().findByRole('alert')
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  await user.click(page.submit())
  expect((await screen.findByRole('alert')).textContent).toContain('may be parked already')
  expect(sent()).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(storedDraftFields().mayBeParked).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(storedDraftFields().mayBeParked).toBe(true)
  await user.click(page.submit())
  await screen.findByRole('alert')
  expect(sent()).toEqual([])

  delete replies.park
  await user.click(parkButton())
  await user.click(dialog().getByRole('button', { name: 'Park' }))
  await screen.findByText('Sale parked.')
  expect([...byKey.keys()]).toEqual(['the-first-key'])
  expect(storedDraftFields().mayBeParked).toBe(false)
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['a refusal', false],
  ['a refusal after a lost answer', true],
])('%s of parking leaves mayBeParked %s @long', async (_, mayBeParked) => {
  storeDraft({ mayBeParked })
  const { user } = await openParkedSales({ park: refuse(422, { detail: 'Not this one.' }) })
  await user.click(parkButton())
  await user.click(dialog().getByRole('button', { name: 'Park' }))
  expect((await dialog().findByRole('alert')).textContent).toBe('Error: Not this one.')
  expect(storedDraftFields().mayBeParked).toBe(mayBeParked)
})

test('parking stores no usual customer that was deleted', async () => {
  localStorage.setItem(usualCustomerKey, JSON.stringify({ id: 99, name: 'Deleted' }))
  storeDraft({ party: null })
  const { user, byKey } = await openParkedSales()
  await waitFor(() => expect(page.customer().textContent).toContain('Select Customer'))
  await user.click(parkButton())
  await user.click(dialog().getByRole('button', { name: 'Park' }))
  await screen.findByText('Sale parked.')
  expect(JSON.parse(byKey.get('the-first-key') ?? '')).toMatchObject({ customerId: null })
})
