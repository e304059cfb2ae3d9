import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { ada, bob, carla, namesShown, openCustomers } from '@/test/screens/customers-screen'
import { delayAnswer, ok, refuse } from '@/test/api-stub'

const button = (name: string) => screen.getByRole('button', { name })

/** Clicks twice before React renders the effect of the first click. */
function clickTwice(target: HTMLElement) {
  act(() => {
    target.click()
    target.click()
  })
}

async function rowOf(name: string) {
  const cell = await screen.findByRole('cell', { name })
  return within(cell.closest('tr') ?? cell)
}

// @holds spec 4.5, 4.6, 4.10
test('Create adds a record, shows a toast and reloads the list', async () => {
  const dora = { ...bob, id: 4, name: 'Dora' }
  const { user, shop, sent } = await openCustomers({
    'POST /customers': () => {
      shop.customers = [...shop.customers, dora]
      return ok(dora)()
    },
  })
  await screen.findByText('Ada')
  await user.click(button('Create'))
  await user.type(screen.getByLabelText('Name'), ' Dora {Enter}')

  expect(await screen.findByText('New customer added successfully.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(namesShown()).toEqual(['Ada', 'Bob', 'Carla', 'Dora']))
  const { id: _id, version: _version, ...body } = dora
  expect(sent('POST').map((call) => call.body)).toEqual([body])
  await waitFor(() => expect(document.activeElement).toBe(button('Create')))
})

// @holds spec 2.72, 2.73, 4.5-4.7, 4.9, 4.10
test('Edit opens a filled form, sends the whole record, and leaves the next form empty', async () => {
  const { user, sent } = await openCustomers({ 'PUT /customers/1': ok(ada) })
  const row = await rowOf('Ada')
  await user.click(row.getByRole('button', { name: 'Edit' }))
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@shop.test')
  await user.type(screen.getByLabelText('Phone'), '555')
  await user.click(button('Save'))

  expect(await screen.findByText('Customer details updated successfully.')).toBeTruthy()
  const { id: _id, version: _version, ...body } = { ...ada, phone: '555' }
  expect(sent('PUT').map((call) => call.body)).toEqual([body])
  const edit = row.getByRole('button', { name: 'Edit' })
  await waitFor(() => expect(document.activeElement).toBe(edit))
  await user.click(button('Create'))
  expect(screen.getByRole('dialog', { name: 'Add Customer' })).toBeTruthy()
  expect(screen.getByLabelText('Email')).toHaveProperty('value', '')
})

// @holds spec 2.74, 4.11, 9.19
test('a confirmed deletion is sent once and keeps the focus in the page', async () => {
  const deletion = delayAnswer(() => new Response(null, { status: 204 }))
  const { user, shop, sent } = await openCustomers({ 'DELETE /customers/2': deletion.answer })
  await user.click((await rowOf('Bob')).getByRole('button', { name: 'Delete' }))
  const confirm = within(screen.getByRole('alertdialog', { name: 'Confirm Delete' }))
  expect(document.activeElement).toBe(confirm.getByRole('button', { name: 'Cancel' }))

  const remove = confirm.getByRole('button', { name: 'Delete' })
  clickTwice(remove)
  await waitFor(() => expect(remove).toHaveProperty('disabled', true))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  shop.customers = [ada, carla]
  deletion.release()

  expect(await screen.findByText('Customer removed successfully.')).toBeTruthy()
  await waitFor(() => expect(namesShown()).toEqual(['Ada', 'Carla']))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent('DELETE')).toHaveLength(1)
  await waitFor(() => expect(document.activeElement?.id).toBe('main'))
})

test('the confirmation closes if the record was already deleted @long', async () => {
  const { user, shop } = await openCustomers({ 'DELETE /customers/2': refuse(404) })
  await user.click((await rowOf('Bob')).getByRole('button', { name: 'Delete' }))
  shop.customers = [ada, carla]
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Could not delete customer. Please try again later.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(namesShown()).toEqual(['Ada', 'Carla']))
})

test('a double tap on Delete does not confirm the deletion @long', async () => {
  const { user, sent } = await openCustomers()
  const row = await rowOf('Bob')
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  await user.click(row.getByRole('button', { name: 'Delete' }))
  const remove = button('Delete')
  fireEvent.click(remove, { detail: 2 })
  fireEvent(remove, new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(sent('DELETE')).toEqual([])
})

test('a failed deletion shows a toast and can be retried or cancelled', async () => {
  const { user } = await openCustomers({ 'DELETE /customers/2': refuse(500) })
  const opener = (await rowOf('Bob')).getByRole('button', { name: 'Delete' })
  await user.click(opener)
  const confirm = within(screen.getByRole('alertdialog'))
  await user.click(confirm.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Could not delete customer. Please try again later.')).toBeTruthy()
  expect(document.activeElement).toBe(confirm.getByRole('button', { name: 'Delete' }))
  await user.click(confirm.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

// @holds spec 2.75, 4.11, 9.19, decision 9.5
test('bulk delete asks no question, is sent once, and can be undone', async () => {
  const list = delayAnswer(ok([bob]))
  const { user, shop, sent } = await openCustomers({
    'GET /customers': () => (shop.customers.length > 0 ? ok(shop.customers)() : list.answer()),
    'DELETE /customers/bulk': () => {
      shop.customers = []
      return ok({ count: 2, batch: 'b1' })()
    },
    'POST /customers/restore': () => {
      shop.customers = [ada, bob, carla]
      return ok({ count: 2 })()
    },
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ada' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Carla' }))
  const removeMany = button('Delete (2)')
  removeMany.focus()
  clickTwice(removeMany)
  // A hovered toast stays, however slow the machine.
  await user.hover(await screen.findByText('Selected customers have been deleted successfully.'))
  // Busy until the list is reloaded; otherwise the rows could be deleted again.
  expect(button('Deleting...').getAttribute('aria-disabled')).toBe('true')
  list.release()

  await waitFor(() => expect(namesShown()).toEqual(['Bob']))
  expect(sent('DELETE').map(({ body }) => body)).toEqual([{ ids: [1, 3] }])
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Delet(e \(|ing)/ })).toBeNull())
  await waitFor(() => expect(document.activeElement?.id).toBe('main'))

  await user.click(button('Undo'))
  expect(document.activeElement?.id).toBe('main')
  await waitFor(() => expect(namesShown()).toEqual(['Ada', 'Bob', 'Carla']))
  expect(sent('POST').map(({ body }) => body)).toEqual([{ batch: 'b1' }])
})

// @holds decision 9.5
test('Undo is one Tab away from a bulk deletion, also while the list reloads and if another user was faster @long', async () => {
  const list = delayAnswer(ok([bob]))
  const { user, shop, sent } = await openCustomers({
    'GET /customers': () => (shop.customers.length > 0 ? ok(shop.customers)() : list.answer()),
    'DELETE /customers/bulk': () => {
      shop.customers = []
      return ok({ count: 1, batch: 'b1' })()
    },
    'POST /customers/restore': () => {
      shop.customers = [ada, bob]
      return ok({ count: 1 })()
    },
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ada' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Carla' }))
  await user.click(button('Delete (2)'))
  await screen.findByRole('button', { name: 'Undo' })
  expect(document.activeElement).toBe(button('Deleting...'))
  await user.tab()
  expect(document.activeElement).toBe(button('Undo'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(button('Deleting...'))
  await user.keyboard('{Alt>}t{/Alt}')
  list.release()
  // The button from which the user came is gone.
  await waitFor(() => expect(namesShown()).toEqual(['Bob']))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Delet(e \(|ing)/ })).toBeNull())
  expect(document.activeElement).toBe(button('Undo'))
  await user.keyboard('{Enter}')
  expect(document.activeElement?.id).toBe('main')
  await waitFor(() => expect(namesShown()).toEqual(['Ada', 'Bob']))
  expect(sent('POST').map(({ body }) => body)).toEqual([{ batch: 'b1' }])
})

test('rows stay selected if their bulk deletion fails', async () => {
  const { user } = await openCustomers({ 'DELETE /customers/bulk': refuse(500) })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ada' }))
  await user.click(button('Delete (1)'))
  const sentence = 'Failed to delete selected customers. Please try again.'
  expect(await screen.findByText(sentence)).toBeTruthy()
  await waitFor(() => expect(button('Delete (1)').getAttribute('aria-disabled')).toBe('false'))
})

// @holds spec 7.10, 8.5, 8.6
test('a failed list shows an error in its place and in a toast, and can be retried', async () => {
  const answers = [refuse(500), ok([ada])]
  const { user } = await openCustomers({
    'GET /customers': () => (answers.shift() ?? refuse(500))(),
  })
  const inline = 'Failed to load customers. Please refresh and try again.'
  expect(await screen.findByText(inline)).toBeTruthy()
  expect(await screen.findByText('Failed to load customers. Please try again.')).toBeTruthy()
  await user.click(button('Try again'))
  await waitFor(() => expect(namesShown()).toEqual(['Ada']))
  expect(screen.queryByText(inline)).toBeNull()
})

test('the rows stay when a reload of the list fails', async () => {
  const answers = [ok([ada, bob])]
  await openCustomers({ 'GET /customers': () => (answers.shift() ?? refuse(500))() })
  await screen.findByText('Bob')
  fireEvent(window, new Event('visibilitychange'))
  expect(await screen.findByText('Failed to load customers. Please try again.')).toBeTruthy()
  expect(namesShown()).toEqual(['Ada', 'Bob'])
})

test('a late list response does not overwrite a newer one', async () => {
  const old = delayAnswer(ok([ada, bob, carla]))
  const answers = [ok([ada, bob]), old.answer, ok([ada])]
  const { user } = await openCustomers({
    'GET /customers': () => (answers.shift() ?? refuse(500))(),
    'DELETE /customers/2': () => new Response(null, { status: 204 }),
  })
  const row = await rowOf('Bob')
  fireEvent(window, new Event('visibilitychange'))
  await user.click(row.getByRole('button', { name: 'Delete' }))
  await user.click(button('Delete'))
  await waitFor(() => expect(namesShown()).toEqual(['Ada']))
  old.release()
  await old.answer()
  await new Promise((resolve) => setTimeout(resolve))
  expect(namesShown()).toEqual(['Ada'])
})
