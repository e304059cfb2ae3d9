import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

const contact = ['Name', 'Email', 'Phone', 'Address']

/** The texts that differ between the screens; components/crud tests what they share. */
const screens = [
  {
    path: '/customer',
    api: 'customers',
    noun: 'Customer',
    columns: contact,
    failure: 'Failed to load customers. Please refresh and try again.',
  },
  {
    path: '/supplier',
    api: 'suppliers',
    noun: 'Supplier',
    columns: contact,
    failure: 'Error loading suppliers.',
  },
  {
    path: '/category',
    api: 'categories',
    noun: 'Category',
    columns: ['Name'],
    failure: 'Failed to load categories. Please refresh and try again.',
  },
  {
    path: '/expense-category',
    api: 'expense-categories',
    noun: 'Expense Category',
    columns: ['Name'],
    failure: 'Error loading expense categories.',
  },
]

const signedIn = { 'POST /auth/verify': ok({ user: owner }) }
const acme = { id: 1, name: 'Acme', email: null, phone: null, address: null }

// @holds spec 2.62, 2.64-2.68, 2.77, decision 19.1
test.each(screens)('$path names its own record', async ({ path, api, noun, columns }) => {
  const lower = noun.toLowerCase()
  stubApi({ ...signedIn, [`GET /${api}`]: ok([acme]) })
  const { user } = renderApp(path, 't1')
  expect(await screen.findByText(`Loading ${api.replace('-', ' ')}...`)).toBeTruthy()
  await screen.findByText('Acme')
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent.trim())
  expect(heads.filter((head) => head && head !== 'Actions')).toEqual(columns)
  expect(screen.queryAllByText('N/A')).toHaveLength(columns.length - 1)

  await user.click(screen.getByRole('button', { name: 'Create' }))
  const add = screen.getByRole('dialog', { name: `Add ${noun}` })
  const all = `Add a new ${lower} by filling in the details below.`
  expect(within(add).getByText(all).id).toBe(add.getAttribute('aria-describedby'))
  const fields = within(add).getAllByRole<HTMLInputElement>('textbox')
  expect(fields.map(({ placeholder }) => placeholder)).toEqual(
    columns.map((column) => `Enter ${column.toLowerCase()}`),
  )
  await user.keyboard('{Escape}')

  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const question = `Are you sure you want to delete this ${lower}? This action cannot be undone.`
  expect(screen.getByText(question)).toBeTruthy()
  await user.keyboard('{Escape}')

  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const edit = within(screen.getByRole('dialog', { name: `Edit ${noun}` }))
  expect(edit.getByText(`Edit the details of the ${lower}.`)).toBeTruthy()
  expect(edit.getByLabelText('Name')).toHaveProperty('value', 'Acme')
})

// @holds spec 2.63, 8.6, 8.16, 8.18, 8.19, 8.25, decision 20.1
test.each(screens)('$path shows its own load error', async ({ path, api, failure }) => {
  stubApi({ ...signedIn, [`GET /${api}`]: refuse(500) })
  renderApp(path, 't1')
  expect(await screen.findByText(failure)).toBeTruthy()
  const toast = `Failed to load ${api.replace('-', ' ')}. Please try again.`
  expect(await screen.findByText(toast)).toBeTruthy()
})
