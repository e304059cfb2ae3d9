import type { Customer } from '@stockie/contracts'
import { screen, within } from '@testing-library/react'

import { owner, renderApp } from '@/test/app-harness'
import { ok, stubApi } from '@/test/api-stub'

const nothing = { email: null, phone: null, address: null, version: 1 }

export const ada: Customer = { id: 1, name: 'Ada', ...nothing, email: 'ada@shop.test' }
export const bob: Customer = { id: 2, name: 'Bob', ...nothing }
export const carla: Customer = { id: 3, name: 'Carla', ...nothing }

/** Opens the customers screen with three customers, for tests of what all record screens share. */
export async function openCustomers(answers: Parameters<typeof stubApi>[0] = {}) {
  const shop = { customers: [ada, bob, carla] }
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /customers': () => ok(shop.customers)(),
    ...answers,
  })
  const { user } = renderApp('/customer', 't1')
  await screen.findByRole('heading', { name: 'Customer Management' })

  function sent(method: string) {
    return calls.filter(({ name }) => name.startsWith(method) && !name.includes('/auth/'))
  }
  return { user, shop, sent }
}

/** Opens the form for a new customer. */
export async function openCustomerForm(answers?: Parameters<typeof openCustomers>[0]) {
  const customers = await openCustomers(answers)
  await screen.findByText('Ada')
  await customers.user.click(screen.getByRole('button', { name: 'Create' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Add Customer' }))
  return {
    ...customers,
    dialog,
    name: dialog.getByLabelText('Name'),
    email: dialog.getByLabelText('Email'),
    save: dialog.getByRole('button', { name: 'Save' }),
  }
}

/** The names in the table, in order. */
export function namesShown() {
  return screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) => row.children[1]?.textContent)
}
