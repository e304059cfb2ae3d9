import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ok, refuse } from '@/test/api-stub'
import { ada } from '@/test/screens/customers-screen'
import { changedTo, editAda, expectSaved } from '@/test/screens/edited-customer'
import { describeConflict } from './edit-conflict'

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

test('a field that both changed to the same value raises no question @long', async () => {
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
  const reads = sent('GET').length
  await save()
  expect(
    await dialog.findByText(/^Mia changed this record on 23 Nov 2026 at \d\d:03$/),
  ).toBeTruthy()
  expect(screen.queryByText(/^Failed to update customer/)).toBeNull()
  // The list behind the form is read again at once, not by the next poll.
  expect(sent('GET').length).toBeGreaterThan(reads)
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

test('Mine saves the value of this user, also after Theirs was chosen @long', async () => {
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

test('a value that the user types into the field is a choice @long', async () => {
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

test('a third user in between is named on top, and asked about only where the choice is new @long', async () => {
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

test('a choice stays made if the save fails @long', async () => {
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

test('a conflict with the same version is reported, and not tried for ever @long', async () => {
  const { dialog, type, save, sent } = await editAda([changedTo({ phone: '555' })])
  await type('Address', 'Quay 1')
  await save()
  expect(await dialog.findByText('Error: Something went wrong. Please try again.')).toBeTruthy()
  expect(sent('PUT')).toHaveLength(1)
})

test('a 412 of a proxy is an ordinary failure', async () => {
  const { dialog, type, save } = await editAda([() => new Response('', { status: 412 })])
  await type('Address', 'Quay 1')
  await save()
  expect(await screen.findByText('Failed to update customer. Please try again.')).toBeTruthy()
  expect(dialog.queryByText(/ this record /)).toBeNull()
})

test('the notice names the command line, and the day only if it is another one', () => {
  const today = new Date()
  today.setHours(14, 3)
  const at = today.toISOString()
  expect(describeConflict({ changedAt: at, changedByName: null }, 'customers')).toBe(
    'The command line changed this record at 14:03',
  )
  const before = new Date(2025, 10, 22, 9, 5).toISOString()
  expect(describeConflict({ deletedAt: before, deletedByName: 'Mia' }, 'customers')).toBe(
    'Mia deleted this record on 22 Nov 2025 at 09:05',
  )
})
