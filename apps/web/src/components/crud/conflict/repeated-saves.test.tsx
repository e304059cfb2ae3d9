import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ok, refuse, unreachable } from '@/test/api-stub'
import { ada, openCustomers } from '@/test/screens/customers-screen'
import {
  changedTo,
  editAda,
  expectSaved,
  isDeleted,
  readForm,
} from '@/test/screens/edited-customer'

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

test('a restored record that was changed before its deletion is merged, and not restored again @long', async () => {
  const { user, dialog, type, save, sent } = await editAda(
    [isDeleted, unreachable, changedTo({ phone: '555', version: 2 }), ok(ada)],
    { 'POST /customers/restore': ok({ count: 1 }) },
  )
  await type('Phone', '777')
  await save()
  await dialog.findByRole('button', { name: 'Restore and save' })
  await save()
  expect(await dialog.findByText(/cannot be reached/)).toBeTruthy()
  const restored = 'You restored this record. Your changes are not saved yet.'
  expect(dialog.getByText(restored)).toBeTruthy()
  expect(dialog.queryByText(/deleted this record/)).toBeNull()
  expect(dialog.getByRole('button', { name: 'Save' })).toBeTruthy()
  await save()
  await user.click(await dialog.findByRole('radio', { name: 'Mine 777' }))
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('POST')).toHaveLength(1)
  expect(sent('PUT').map(({ version }) => version)).toEqual(['"1"', '"1"', '"1"', '"2"'])
})

test('a lost answer to the restore is repeated before the save @long', async () => {
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

test('a kept form compares with the record as it was opened, before and after the question @long', async () => {
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
