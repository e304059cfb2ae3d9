import type { Customer } from '@stockie/contracts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ok, refuse, unreachable } from '@/test/api-stub'
import { ada, openCustomers } from '@/test/customers-screen'
import { describeConflict } from './edit-conflict'

const changedAt = '2026-11-23T14:03:00.000Z'

/** Mia saved these changes meanwhile. */
function changedTo(current: Partial<Customer>, changedByName = 'Mia') {
  const type = 'urn:stockie:problem:changed'
  return refuse(412, { type, current: { ...ada, ...current }, changedAt, changedByName })
}

const isDeleted = refuse(404, {
  type: 'urn:stockie:problem:deleted',
  deletedAt: changedAt,
  deletedByName: 'Mia',
})

/** Opens the form of Ada. Its saves get these answers in turn, and the last one for good. */
async function editAda(saves: (() => Response)[], other: Parameters<typeof openCustomers>[0] = {}) {
  const answers = [...saves]
  const { user, sent } = await openCustomers({
    'PUT /customers/1': () =>
      ((answers.length > 1 ? answers.shift() : answers[0]) ?? refuse(500))(),
    ...other,
  })
  const row = within(await screen.findByRole('row', { name: /Ada/ }))
  await user.click(row.getByRole('button', { name: 'Edit' }))
  return { user, sent, ...readForm(user) }
}

function readForm(user: Awaited<ReturnType<typeof openCustomers>>['user']) {
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Customer' }))
  const field = (label: string) => dialog.getByLabelText(label, { exact: true, selector: '[id]' })
  return {
    dialog,
    field,
    async type(label: string, text: string) {
      await user.clear(field(label))
      await user.type(field(label), text)
    },
    save: () => user.click(dialog.getByRole('button', { name: /ave$/ })),
    choice: (label: string) =>
      within(dialog.getByRole('radiogroup', { name: `${label}: theirs or mine` })),
  }
}

async function expectSaved() {
  expect(await screen.findByText('Customer details updated successfully.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(/^Failed to update customer/)).toBeNull()
  expect(sessionStorage).toHaveLength(0)
}

test('changes of different fields are merged and saved at once', async () => {
  const theirs = { phone: '555', version: 2 }
  const { type, save, sent } = await editAda([changedTo(theirs), ok(ada)])
  await type('Address', 'Quay 1')
  await save()
  await expectSaved()
  expect(sent('PUT').map(({ version }) => version)).toEqual(['"1"', '"2"'])
  expect(sent('PUT')[1]?.body).toEqual({
    name: 'Ada',
    email: 'ada@shop.test',
    phone: '555',
    address: 'Quay 1',
  })
})

test('a field that both changed to the same value raises no question', async () => {
  const { type, save, sent } = await editAda([changedTo({ phone: '555', version: 2 }), ok(ada)])
  await type('Phone', ' 555 ')
  await save()
  await expectSaved()
  expect(sent('PUT')).toHaveLength(2)
})

test('a field that both changed is not saved before the user chooses', async () => {
  const theirs = { phone: '555', address: 'Quay 1', version: 2 }
  const { user, dialog, field, type, choice, save, sent } = await editAda([
    changedTo(theirs),
    ok(ada),
  ])
  await type('Phone', '777')
  await save()
  expect(
    await dialog.findByText(/^Mia changed this record on 23 Nov 2026 at \d\d:03$/),
  ).toBeTruthy()
  expect(screen.queryByText(/^Failed to update customer/)).toBeNull()
  expect(field('Phone')).toHaveProperty('value', '777')
  expect(field('Address')).toHaveProperty('value', 'Quay 1')
  expect(dialog.getAllByRole('radiogroup')).toHaveLength(1)
  const [theirPhone, myPhone] = choice('Phone').getAllByRole('radio')
  await waitFor(() => expect(document.activeElement).toBe(theirPhone))
  for (const radio of [theirPhone, myPhone]) expect(radio).toHaveProperty('checked', false)

  await save()
  expect(await dialog.findByText('Choose Theirs or Mine')).toBeTruthy()
  expect(document.activeElement).toBe(theirPhone)
  expect(sent('PUT')).toHaveLength(1)

  await user.click(dialog.getByRole('radio', { name: 'Theirs 555' }))
  expect(field('Phone')).toHaveProperty('value', '555')
  await save()
  await expectSaved()
  expect(sent('PUT')[1]).toMatchObject({ version: '"2"', body: { phone: '555' } })
})

test('Mine saves the value of this user, also after Theirs was chosen', async () => {
  const { user, dialog, type, save, sent } = await editAda([
    changedTo({ phone: '555', version: 2 }),
    ok(ada),
  ])
  await type('Phone', '777')
  await save()
  await user.click(await dialog.findByRole('radio', { name: 'Theirs 555' }))
  await user.click(dialog.getByRole('radio', { name: 'Mine 777' }))
  await save()
  await expectSaved()
  expect(sent('PUT')[1]).toMatchObject({ version: '"2"', body: { phone: '777' } })
})

test('a value that the user types into the field is a choice', async () => {
  const { dialog, type, save, sent } = await editAda([
    changedTo({ phone: '555', version: 2 }),
    ok(ada),
  ])
  await type('Phone', '777')
  await save()
  await dialog.findByRole('radio', { name: 'Mine 777' })
  await type('Phone', '888')
  expect(dialog.getByRole('radio', { name: 'Mine 888' })).toHaveProperty('checked', true)
  await save()
  await expectSaved()
  expect(sent('PUT')[1]?.body).toMatchObject({ phone: '888' })
})

test('a third user in between is named on top, and asked about only where the choice is new', async () => {
  const { user, dialog, type, choice, save, sent } = await editAda([
    changedTo({ phone: '555', version: 2 }),
    changedTo({ phone: '555', name: 'Ada C.', version: 3 }, 'Noa'),
    ok(ada),
  ])
  await type('Phone', '777')
  await type('Name', 'Ada B.')
  await save()
  await user.click(await dialog.findByRole('radio', { name: 'Mine 777' }))
  await save()
  expect(await dialog.findByText(/^Noa changed/)).toBeTruthy()
  const messages = within(dialog.getByRole('alert')).getAllByText(/ changed this record /)
  expect(messages.map(({ textContent }) => textContent?.split(' ')[0])).toEqual(['Noa', 'Mia'])
  expect(dialog.getAllByRole('radiogroup')).toHaveLength(1)
  await user.click(choice('Name').getByRole('radio', { name: 'Theirs Ada C.' }))
  await save()
  await expectSaved()
  expect(sent('PUT').map(({ version }) => version)).toEqual(['"1"', '"2"', '"3"'])
  expect(sent('PUT')[2]?.body).toMatchObject({ name: 'Ada C.', phone: '777' })
})

test('a choice stays made if the save fails', async () => {
  const failure = refuse(500, { detail: 'It went wrong.' })
  const { user, dialog, type, save, sent } = await editAda([
    changedTo({ phone: '555', version: 2 }),
    failure,
    ok(ada),
  ])
  await type('Phone', '777')
  await save()
  await user.click(await dialog.findByRole('radio', { name: 'Mine 777' }))
  await save()
  expect(await dialog.findByText('Error: It went wrong.')).toBeTruthy()
  expect(dialog.queryByRole('radiogroup')).toBeNull()
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('PUT')[2]).toMatchObject({ version: '"2"', body: { phone: '777' } })
})

test('a save that arrived without an answer passes when it is repeated', async () => {
  const { dialog, type, save, sent } = await editAda([
    unreachable,
    changedTo({ phone: '777', version: 2 }, 'Olivia'),
    ok(ada),
  ])
  await type('Phone', '777')
  await save()
  expect(await dialog.findByText(/cannot be reached/)).toBeTruthy()
  await save()
  expect(await screen.findByText('Customer details updated successfully.')).toBeTruthy()
  expect(sent('PUT').map(({ version }) => version)).toEqual(['"1"', '"1"', '"2"'])
})

test('a record that was deleted meanwhile can be restored and saved', async () => {
  const { dialog, type, save, sent } = await editAda([isDeleted, ok(ada)], {
    'POST /customers/restore': ok({ count: 1 }),
  })
  await type('Phone', '777')
  await save()
  expect(await dialog.findByText(/^Mia deleted this record on 23 Nov 2026 at/)).toBeTruthy()
  expect(screen.queryByText(/^Failed to update customer/)).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(dialog.getByRole('button', { name: 'Restore and save' })).toBeTruthy()
  await save()
  await expectSaved()
  expect(sent('POST').map(({ body }) => body)).toEqual([{ ids: [1] }])
  expect(sent('PUT')[1]).toMatchObject({ version: '"1"', body: { phone: '777' } })
})

test('a restored record that was changed before its deletion is merged, and not restored again', async () => {
  const { user, dialog, type, save, sent } = await editAda(
    [isDeleted, changedTo({ phone: '555', version: 2 }), unreachable, ok(ada)],
    { 'POST /customers/restore': ok({ count: 1 }) },
  )
  await type('Phone', '777')
  await save()
  await dialog.findByRole('button', { name: 'Restore and save' })
  await save()
  await user.click(await dialog.findByRole('radio', { name: 'Mine 777' }))
  await save()
  expect(await dialog.findByText(/cannot be reached/)).toBeTruthy()
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('POST')).toHaveLength(1)
  expect(sent('PUT').map(({ version }) => version)).toEqual(['"1"', '"1"', '"2"', '"2"'])
})

test('a lost answer to the restore is repeated before the save', async () => {
  const restores = [unreachable, ok({ count: 0 })]
  const { dialog, type, save, sent } = await editAda([isDeleted, ok(ada)], {
    'POST /customers/restore': () => (restores.shift() ?? refuse(500))(),
  })
  await type('Phone', '777')
  await save()
  await dialog.findByRole('button', { name: 'Restore and save' })
  await save()
  expect(await dialog.findByText(/cannot be reached/)).toBeTruthy()
  expect(sent('PUT')).toHaveLength(1)
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('POST')).toHaveLength(2)
})

test('a kept form compares with the record as it was opened, before and after the question', async () => {
  const first = await editAda([unreachable])
  await first.type('Phone', '777')
  cleanup()

  const renamed = { ...ada, name: 'Ada C.', phone: '555', version: 2 }
  for (const opened of [1, 2]) {
    const { user, sent } = await openCustomers({
      'GET /customers': ok([renamed]),
      'PUT /customers/1': changedTo(renamed),
    })
    await screen.findByRole('dialog', { name: 'Edit Customer' })
    const { dialog, field, save } = readForm(user)
    expect(field('Name')).toHaveProperty('value', 'Ada C.')
    expect(field('Phone')).toHaveProperty('value', '777')
    await save()
    expect(await dialog.findAllByRole('radiogroup'), `opened ${opened} times`).toHaveLength(1)
    expect(dialog.getByRole('radio', { name: 'Theirs 555' })).toBeTruthy()
    expect(sent('PUT').map(({ version }) => version)).toEqual(['"1"'])
    cleanup()
  }
})

test('a row of an older program is saved without a version', async () => {
  const { version: _version, ...older } = ada
  const { type, save, sent } = await editAda([ok(ada)], { 'GET /customers': ok([older]) })
  await type('Phone', '777')
  await save()
  await expectSaved()
  expect(sent('PUT').map(({ version }) => version)).toEqual([null])
})

test('the notice names the command line, and the day only if it is another one', () => {
  const today = new Date()
  today.setHours(14, 3)
  const at = today.toISOString()
  expect(describeConflict({ changedAt: at, changedByName: null }, 'this record')).toBe(
    'The command line changed this record at 14:03',
  )
  const before = new Date(2025, 10, 22, 9, 5).toISOString()
  expect(describeConflict({ deletedAt: before, deletedByName: 'Mia' }, 'this record')).toBe(
    'Mia deleted this record on 22 Nov 2025 at 09:05',
  )
})
