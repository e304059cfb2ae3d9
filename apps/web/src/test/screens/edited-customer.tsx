import type { Customer } from '@stockie/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

import { refuse } from '@/test/api-stub'
import { ada, openCustomers } from './customers-screen'

const changedAt = '2026-11-23T14:03:00.000Z'

/** Mia saved these changes meanwhile. */
export function changedTo(current: Partial<Customer>, changedByName = 'Mia') {
  const type = 'urn:stockie:problem:changed'
  return refuse(412, { type, current: { ...ada, ...current }, changedAt, changedByName })
}

/** Mia deleted the record meanwhile. */
export const isDeleted = refuse(404, {
  type: 'urn:stockie:problem:deleted',
  deletedAt: changedAt,
  deletedByName: 'Mia',
})

/** Opens the form of Ada. Its saves get these answers in turn, and the last one for good. */
export async function editAda(
  saves: (() => Response)[],
  other: Parameters<typeof openCustomers>[0] = {},
) {
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

export function readForm(user: Awaited<ReturnType<typeof openCustomers>>['user']) {
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Customer' }))
  const field = (label: string) => dialog.getByLabelText(label, { exact: true, selector: '[id]' })
  return {
    dialog,
    field,
    type: async (label: string, text: string) => {
      await user.clear(field(label))
      await user.type(field(label), text)
    },
    save: () => user.click(dialog.getByRole('button', { name: /ave$/ })),
    choice: (label: string) =>
      within(dialog.getByRole('radiogroup', { name: `${label}: theirs or mine` })),
  }
}

export async function expectSaved() {
  expect(await screen.findByText('Customer details updated successfully.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(/^Failed to update customer/)).toBeNull()
  expect(sessionStorage).toHaveLength(0)
}
