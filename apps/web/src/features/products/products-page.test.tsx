import type { Product } from '@stockie/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

const mug: Product = {
  id: 6,
  name: 'Mug',
  description: null,
  price: 1010,
  cost: 5,
  stock: -3,
  categoryId: 3,
  categoryName: 'Kitchen',
  code: null,
  reorderLevel: null,
  reorderTarget: null,
  version: 1,
}
const categories = [
  { id: 3, name: 'Kitchen' },
  { id: 4, name: 'Tea' },
]

async function openProducts(rows: Product[], answers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /products': ok(rows),
    'GET /categories': ok(categories),
    ...answers,
  })
  const { user } = renderApp('/product', 't1')
  await screen.findByRole('heading', { name: 'Product Management' })

  async function openDialog(button: string) {
    await user.click(await screen.findByRole('button', { name: button }))
    return within(await screen.findByRole('dialog'))
  }
  return { user, calls, openDialog }
}

// @holds spec 2.80, decision 9.3
test('the product list shows its columns, its amounts and Unknown for a deleted category', async () => {
  await openProducts([{ ...mug, categoryName: null }])
  const row = await screen.findByRole('row', { name: /Mug/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.slice(1, -1).map(({ textContent }) => textContent)).toEqual([
    'Mug',
    'Unknown',
    '$5.00',
    '$1,010.00',
    '-3',
    'N/A',
  ])
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '',
    'Product Name',
    'Category',
    'Cost',
    'Price',
    'Stock',
    'Description',
    'Actions',
  ])
  expect(screen.queryByText('Failed to load categories')).toBeNull()
})

test.each([
  [-3, 'Stock of Mug: -3, out of stock, show movements', 'text-destructive'],
  [9, 'Stock of Mug: 9, low stock, show movements', 'text-warning'],
  [1000, 'Stock of Mug: 1,000, show movements', undefined],
  // @holds spec 2.81, 9.8, 9.9
])('a stock of %d has a text besides its colour', async (stock, name, colour) => {
  await openProducts([{ ...mug, stock }])
  const { classList } = await screen.findByRole('button', { name })
  expect([...classList].find((className) => /^text-(destructive|warning)$/.test(className))).toBe(
    colour,
  )
})

// @holds decision 8.3, 27.1
test('editing a product with a negative stock sends the stock from which the form started', async () => {
  const { user, calls, openDialog } = await openProducts([mug], { 'PUT /products/6': ok(mug) })
  const dialog = await openDialog('Edit')
  await user.type(dialog.getByLabelText('Name'), ' (blue)')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Product updated successfully.')).toBeTruthy()
  expect(calls.find(({ name }) => name === 'PUT /products/6')?.body).toEqual({
    name: 'Mug (blue)',
    description: null,
    price: 1010,
    cost: 5,
    stock: -3,
    baseStock: -3,
    categoryId: 3,
    code: null,
    reorderLevel: null,
    reorderTarget: null,
  })
})

// @holds spec 5.13
test('a new product requires every field but the description', async () => {
  const { user, calls, openDialog } = await openProducts([mug])
  const dialog = await openDialog('Create')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  for (const message of [
    'Product name is required',
    'Product category is required',
    'Cost must be a positive integer',
    'Price must be a positive integer',
    'Stock cannot be negative',
  ]) {
    expect(await dialog.findByText(message)).toBeTruthy()
  }
  expect(calls.filter(({ name }) => name.startsWith('POST /products'))).toEqual([])
})

// @holds spec 2.87
test('a product with a deleted category requires another category', async () => {
  const { user, calls, openDialog } = await openProducts([{ ...mug, categoryName: null }], {
    'PUT /products/6': ok(mug),
  })
  const dialog = await openDialog('Edit')
  expect(dialog.getByText('Its category was deleted. Please choose another.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Product category is required')).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('Category'), 'Tea')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = calls.find(({ name }) => name === 'PUT /products/6')
  expect(sent?.body).toMatchObject({ categoryId: 4 })
})

// @holds spec 2.71, 8.37, 8.38
test('categories that fail to load are reported in the toolbar and the form', async () => {
  const detail = 'It went wrong.'
  const { openDialog } = await openProducts([mug], { 'GET /categories': refuse(500, { detail }) })
  const dialog = await openDialog('Create')
  expect(await dialog.findByText('Error loading categories.')).toBeTruthy()
  expect(screen.getByText('Failed to load categories')).toBeTruthy()
  expect(dialog.getByRole('alert').textContent).toBe('Error: It went wrong.')
})

async function openFacet(user: Awaited<ReturnType<typeof openProducts>>['user']) {
  // The column's button of the same name opens a menu.
  const button = 'button[aria-haspopup="dialog"]'
  await user.click(screen.getByText('Category', { selector: button }))
  return () =>
    within(screen.getByRole('group', { name: 'Category' }))
      .queryAllByRole('checkbox')
      .map((box) => box.closest('label')?.textContent)
}

// @holds spec 2.82, 7.21, 7.27
test('the category filter offers every category, including those without products', async () => {
  const { user } = await openProducts([mug])
  await screen.findByText('Mug')
  const offered = await openFacet(user)
  await waitFor(() => expect(offered()).toEqual(['Kitchen1', 'Tea0']))
  await user.click(screen.getByRole('checkbox', { name: 'Tea 0' }))
  expect(await screen.findByText('No results.')).toBeTruthy()
})

test("the category filter offers the products' categories if the category list fails to load", async () => {
  const { user } = await openProducts([mug, { ...mug, id: 7, categoryName: null }], {
    'GET /categories': refuse(500),
  })
  expect(await screen.findByText('Failed to load categories')).toBeTruthy()
  const offered = await openFacet(user)
  await waitFor(() => expect(offered()).toEqual(['Kitchen1', 'Unknown1']))
})
