import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { sessionStore } from '@/lib/session/session-store'
import { ok, refuse, unreachable } from '@/test/api-stub'
import { owner } from '@/test/app-harness'
import { ada, openCustomerForm, openCustomers } from '@/test/screens/customers-screen'
import { expectSaved, isDeleted, readForm } from '@/test/screens/edited-customer'

/** Types into the form of Ada, and leaves the page as a reload does. */
async function typePhoneAndReload() {
  const { user } = await openCustomers()
  const row = (await screen.findByText('Ada')).closest('tr') ?? document.body
  await user.click(within(row).getByRole('button', { name: 'Edit' }))
  await user.type(screen.getByLabelText('Phone'), '555')
  cleanup()
}

// @holds decision 15.4
test('a form that opens again after a reload has its input and saves with the same key', async () => {
  const first = await openCustomerForm({ 'POST /customers': unreachable })
  await first.user.type(first.name, 'Dora')
  await first.user.type(first.email, 'dora@shop.test{Enter}')
  expect(await first.dialog.findByText(/cannot be reached/)).toBeTruthy()
  cleanup()

  const second = await openCustomers({ 'POST /customers': ok(ada) })
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Customer' }))
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Dora')
  expect(dialog.getByLabelText('Email')).toHaveProperty('value', 'dora@shop.test')
  await second.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [call] = second.sent('POST')
  expect(call).toMatchObject({ body: { name: 'Dora' }, key: first.sent('POST')[0]?.key })
  expect(sessionStorage).toHaveLength(0)
})

test('an edited form opens again with the record of today and the changed fields @long', async () => {
  await typePhoneAndReload()

  const renamed = { ...ada, name: 'Ada Lovelace' }
  const { user, sent } = await openCustomers({
    'GET /customers': ok([renamed]),
    'PUT /customers/1': ok(ada),
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Customer' }))
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Ada Lovelace')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('PUT')[0]?.body).toMatchObject({ name: 'Ada Lovelace', phone: '555' })
})

test('a kept form whose record was deleted meanwhile opens, and restores the record @long', async () => {
  await typePhoneAndReload()

  const saves = [isDeleted, ok(ada)]
  const { user, sent } = await openCustomers({
    'GET /customers': ok([]),
    'PUT /customers/1': () => (saves.shift() ?? refuse(500))(),
    'POST /customers/restore': ok({ count: 1 }),
  })
  const gone = '“Ada” was deleted. Save to restore it with your changes.'
  expect(await screen.findByText(gone)).toBeTruthy()
  const { dialog, field, save } = readForm(user)
  expect(field('Phone')).toHaveProperty('value', '555')
  await save()
  await dialog.findByRole('button', { name: 'Restore and save' })
  await save()
  await expectSaved()
  expect(sent('PUT')[1]?.body).toMatchObject({ name: 'Ada', phone: '555' })
})

test('a form stays with its user when another user signs in in another tab @long', async () => {
  const { user, name } = await openCustomerForm()
  await user.type(name, 'Dora')
  act(() => sessionStore.set({ authState: 'Success', ...owner, id: 2 }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(screen.getByLabelText('Name')).toHaveProperty('value', '')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))

  act(() => sessionStore.set({ authState: 'Success', ...owner }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Customer' }))
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Dora')
})

const storageMethods = ['setItem', 'getItem', 'removeItem'] as const

test.each(['full', 'blocked'])(
  'a form is saved while the session storage is %s @long',
  async (state) => {
    const { user, sent, name, save } = await openCustomerForm({ 'POST /customers': ok(ada) })
    const fail = () => {
      throw new DOMException(`The storage is ${state}`, 'QuotaExceededError')
    }
    const failing = state === 'full' ? (['setItem'] as const) : storageMethods
    for (const method of failing) vi.spyOn(Storage.prototype, method).mockImplementation(fail)
    await user.type(name, 'Dora')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await user.click(save)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent('POST')[0]?.body).toMatchObject({ name: 'Dora' })
  },
)
