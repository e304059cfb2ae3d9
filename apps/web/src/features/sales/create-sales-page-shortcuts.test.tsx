import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ok, refuse } from '@/test/api-stub'
import {
  ada,
  createScreen as page,
  lamp,
  openCreateSales,
  storeDraft,
  storedDraftFields,
  vase,
} from '@/test/screens/create-sales-screen'

const bob = { ...ada, id: 4, name: 'Bob' }
const focused = () => document.activeElement
const storeUsual = (party: object) =>
  localStorage.setItem('stockie-usual-customer', JSON.stringify(party))
const summary = (productId: number) => ({ productId })
const buttonNames = () =>
  screen
    .queryAllByRole('button', { name: /^Add / })
    .map((button) => button.getAttribute('aria-label'))

test('a sale of one product takes two clicks if the till has a usual customer', async () => {
  storeUsual(ada)
  const { user, sent } = await openCreateSales({
    // The second one was deleted since.
    'GET /products/summary?*': ok([summary(vase.id), summary(99), summary(lamp.id)]),
  })
  expect(page.customer().textContent).toBe('Ada Fashola')
  expect(focused()).toBe(page.search())
  await user.click(await screen.findByRole('button', { name: 'Add Vase, $35.00' }))
  expect(buttonNames()).toEqual(['Add Vase, $35.00', 'Add Lamp, $20.00'])
  expect(focused()).toBe(page.search())
  await user.click(page.submit())
  await screen.findByText('Sales created successfully.')
  expect(sent().map(({ body }) => body)).toMatchObject([
    { customerId: ada.id, totalAmount: 35, saleDetails: [{ productId: vase.id, quantity: 1 }] },
  ])
  expect(page.customer().textContent).toBe('Ada Fashola')
  await waitFor(() => expect(focused()).toBe(page.search()))
})

test('the usual customer is set and removed in the select, by keyboard too @long', async () => {
  const { user } = await openCreateSales({ 'GET /customers': ok([ada, bob]) })
  const clear = () => screen.getByRole('button', { name: 'Clear' })
  expect(page.customer().textContent).toBe('Select Customer')
  await user.click(page.customer())
  expect(screen.queryByRole('button', { name: /every sale/ })).toBeNull()
  await user.keyboard('bob{Enter}{Enter}{Tab}{Enter}')
  expect(localStorage.getItem('stockie-usual-customer')).toBe('{"id":4,"name":"Bob"}')
  expect(focused()).toBe(page.customer())
  expect(screen.getByText('The usual customer of this till')).toBeTruthy()
  await user.click(clear())
  expect(page.customer().textContent).toBe('Bob')
  expect(clear().getAttribute('aria-disabled')).toBe('true')
  expect(storedDraftFields().party).toBeNull()

  // Another customer for one sale.
  await user.click(page.customer())
  await user.keyboard('ada{Enter}')
  expect(page.customer().textContent).toBe('Ada Fashola')
  await user.click(clear())
  await user.click(page.customer())
  await user.click(screen.getByRole('button', { name: 'Stop starting every sale with Bob' }))
  expect(page.customer().textContent).toBe('Select Customer')
  expect(localStorage.getItem('stockie-usual-customer')).toBeNull()
})

test('a sale that has begun keeps its customer if the usual customer is removed or changed @long', async () => {
  storeUsual(ada)
  const { user } = await openCreateSales({ 'GET /customers': ok([ada, bob]) })
  await user.type(page.search(), 'vase{Enter}')
  expect(storedDraftFields().party).toMatchObject({ id: ada.id })
  await user.click(page.customer())
  await user.click(
    screen.getByRole('button', { name: 'Stop starting every sale with Ada Fashola' }),
  )
  expect(page.customer().textContent).toBe('Ada Fashola')
  // In another tab.
  storeUsual(bob)
  act(() => void window.dispatchEvent(new StorageEvent('storage')))
  expect(page.customer().textContent).toBe('Ada Fashola')
})

test('Undo of a cleared draft removes the message that the customer is missing @long', async () => {
  storeDraft()
  const { user } = await openCreateSales()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await user.click(page.submit())
  expect(await screen.findByText('Choose a customer.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(page.customer().textContent).toBe('Ada Fashola'))
  expect(screen.queryByText('Choose a customer.')).toBeNull()
})

test('a usual customer that was deleted, or that cannot be read, is not used @long', async () => {
  storeUsual(bob)
  const { user } = await openCreateSales()
  await waitFor(() => expect(page.customer().textContent).toBe('Select Customer'))
  await user.click(page.submit())
  expect(await screen.findByText('Please select a customer.')).toBeTruthy()
  localStorage.setItem('stockie-usual-customer', '{')
  window.dispatchEvent(new StorageEvent('storage'))
  expect(page.customer().textContent).toBe('Select Customer')
})

test('a failed sale keeps the usual customer with which it was sent', async () => {
  storeUsual(ada)
  storeDraft({ party: null })
  const { user } = await openCreateSales({ 'POST /sales': refuse(500) })
  await user.click(page.submit())
  await screen.findByText('Unable to add sales. Please check your input and try again.')
  expect(storedDraftFields().party).toMatchObject({ id: ada.id })
})

test('a shop without recent sales gets a sentence instead of product buttons', async () => {
  await openCreateSales({ 'GET /products/summary?*': ok([]) })
  expect(await screen.findByText('The products that you sell most will appear here.')).toBeTruthy()
  expect(buttonNames()).toEqual([])
})
