import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ada, bob, carla, namesShown, openCustomers } from '@/test/screens/customers-screen'
import { ok } from '@/test/api-stub'

const dora = { ...bob, id: 4, name: 'Dora' }
const emil = { ...bob, id: 5, name: 'Emil' }

const row = (name: string) =>
  within(screen.getByRole('checkbox', { name: `Select ${name}` }).closest('tr') ?? document.body)
const note = (text: string) => screen.findByRole('button', { name: text })

/** Reads the list again, as when the user comes back to the tab. */
function refetch() {
  fireEvent(window, new Event('visibilitychange'))
}

test('rows of others wait below the pointer, and the own deletion shows at once with them @long', async () => {
  const { user, shop } = await openCustomers({
    'DELETE /customers/2': () => {
      shop.customers = shop.customers.filter(({ id }) => id !== 2)
      return new Response(null, { status: 204 })
    },
  })
  await screen.findByText('Bob')
  await user.hover(row('Bob').getByRole('button', { name: 'Edit' }))
  shop.customers = [dora, ada, bob, carla]
  refetch()
  await note('Show 1 new row')
  expect(namesShown()).toEqual(['Ada', 'Bob', 'Carla'])

  await user.click(row('Bob').getByRole('button', { name: 'Delete' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(namesShown()).toEqual(['Dora', 'Ada', 'Carla']))

  // The next change is again of others.
  await user.hover(row('Carla').getByRole('button', { name: 'Edit' }))
  shop.customers = [emil, dora, ada, carla]
  refetch()
  await note('Show 1 new row')
  expect(namesShown()).toEqual(['Dora', 'Ada', 'Carla'])
})

test('a change that leaves the list as it was does not let later changes of others through', async () => {
  const { user, shop } = await openCustomers({ 'PUT /customers/1': ok(ada) })
  await screen.findByText('Ada')
  await user.click(row('Ada').getByRole('button', { name: 'Edit' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Customer details updated successfully.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.hover(row('Bob').getByRole('button', { name: 'Edit' }))
  // Waits for the reload that follows the change.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  shop.customers = [dora, ada, bob, carla]
  refetch()
  await note('Show 1 new row')
  expect(namesShown()).toEqual(['Ada', 'Bob', 'Carla'])
})

test('rows that a list reads as it opens again show at once, below the pointer too', async () => {
  let answer = Promise.resolve()
  const { user, shop } = await openCustomers({
    'GET /customers': () => answer.then(ok(shop.customers)),
    'GET /suppliers': ok([]),
  })
  await screen.findByText('Ada')
  await user.click(screen.getByRole('link', { name: 'Suppliers' }))
  await screen.findByRole('heading', { name: 'Supplier Management' })

  shop.customers = [dora, ada, bob, carla]
  let arrive = () => {}
  answer = new Promise((resolve) => {
    arrive = resolve
  })
  act(() => window.history.back())
  await screen.findByText('Bob')
  await user.hover(row('Bob').getByRole('button', { name: 'Edit' }))
  expect(namesShown()).toEqual(['Ada', 'Bob', 'Carla'])
  arrive()
  await screen.findByText('Dora')

  shop.customers = [emil, dora, ada, bob, carla]
  refetch()
  await note('Show 1 new row')
  expect(namesShown()).toEqual(['Dora', 'Ada', 'Bob', 'Carla'])
})
