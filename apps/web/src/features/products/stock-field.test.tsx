import type { Product } from '@stockie/contracts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi, unreachable } from '@/test/api-stub'

const mug: Product = {
  id: 6,
  name: 'Mug',
  description: null,
  price: 12,
  cost: 5,
  stock: 20,
  categoryId: 3,
  categoryName: 'Kitchen',
  code: null,
  reorderLevel: null,
  reorderTarget: null,
  version: 1,
}

/** Opens the list of products. The saves of the mug get these answers in turn. */
async function openProducts(saves: (() => Response)[] = [ok(mug)], product = mug) {
  const answers = [...saves]
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /products': ok([product]),
    'GET /categories': ok([{ id: 3, name: 'Kitchen' }]),
    'PUT /products/6': () => (answers.shift() ?? refuse(500))(),
  })
  const { user } = renderApp('/product', 't1')
  await screen.findByRole('heading', { name: 'Product Management' })
  const dialog = () => within(screen.getByRole('dialog'))
  const field = (label: string) => dialog().getByLabelText(label, { selector: '[id]' })
  return {
    user,
    dialog,
    field,
    open: async (button = 'Edit') =>
      user.click(await screen.findByRole('button', { name: button })),
    type: async (label: string, text: string) => {
      await user.clear(field(label))
      await user.type(field(label), text)
    },
    choose: (reason: string) => user.selectOptions(field('Reason'), reason),
    save: () => user.click(dialog().getByRole('button', { name: 'Save' })),
    bodies: () =>
      calls.filter(({ name }) => name === 'PUT /products/6').map(({ body }) => body as object),
    expectClosed: () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
  }
}

test('the form asks for a reason only while the stock differs from the one it began with', async () => {
  const { user, open, dialog, field, type } = await openProducts()
  await open()
  const asked = () => dialog().queryByRole('group', { name: 'Why it changes' }) !== null
  expect(asked()).toBe(false)
  await user.clear(field('Stock'))
  expect(asked()).toBe(true)
  await user.type(field('Stock'), '18')
  const options = within(field('Reason')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'No reason',
    'Damaged',
    'Lost',
    'Own use',
    'Found',
    'Correction',
  ])
  await type('Stock', '20.0')
  expect(asked()).toBe(false)
})

test('the reason of a sold-out product stays while its stock is typed anew', async () => {
  const { user, open, field, dialog } = await openProducts([], { ...mug, stock: 0 })
  await open()
  expect(dialog().queryByLabelText('Reason')).toBeNull()
  await user.clear(field('Stock'))
  expect(dialog().getByLabelText('Reason')).toBeTruthy()
})

test('the form of a new product asks for no reason', async () => {
  const { open, dialog, type } = await openProducts()
  await open('Create')
  await type('Stock', '18')
  expect(dialog().queryByLabelText('Reason')).toBeNull()
})

test('a changed stock is saved with its reason and its note', async () => {
  const { open, type, choose, save, bodies, expectClosed } = await openProducts()
  await open()
  await type('Stock', '18')
  await choose('Own use')
  await type('Note', ' Kitchen ')
  await save()
  await expectClosed()
  expect(bodies()).toMatchObject([
    { stock: 18, baseStock: 20, stockReason: 'own-use', stockNote: 'Kitchen' },
  ])
})

test('a changed stock needs no reason', async () => {
  const { open, type, save, bodies, expectClosed } = await openProducts()
  await open()
  await type('Stock', '18')
  await save()
  await expectClosed()
  expect(bodies()).toMatchObject([{ stock: 18, stockReason: null, stockNote: null }])
})

test('a reason survives a stock that is typed anew, and is forgotten when the stock is put back', async () => {
  const { user, open, field, type, choose, save, bodies, expectClosed } = await openProducts()
  await open()
  await type('Stock', '18')
  await choose('Lost')
  await type('Note', 'A')
  await type('Stock', '20')
  await user.type(field('Stock'), '{Backspace}1')
  expect(field('Reason')).toHaveProperty('value', 'lost')
  await type('Stock', '20')
  await user.tab()
  // Nothing is left to discard.
  await user.keyboard('{Escape}')
  await expectClosed()
  await open()
  await type('Stock', '19')
  expect(field('Reason')).toHaveProperty('value', '')
  expect(field('Note')).toHaveProperty('value', '')
  await save()
  await expectClosed()
  expect(bodies()).toMatchObject([{ stock: 19, stockReason: null }])
})

test('a note that is too long is refused at its field', async () => {
  const { user, open, dialog, field, type, save, bodies } = await openProducts()
  await open()
  await type('Stock', '18')
  await user.click(field('Note'))
  await user.paste('x'.repeat(201))
  await save()
  expect(await dialog().findByText('Note must have at most 200 characters')).toBeTruthy()
  expect(document.activeElement).toBe(field('Note'))
  expect(bodies()).toEqual([])
})

test('a conflict with another user keeps the reason and the note @long', async () => {
  const current = { ...mug, price: 15, stock: 24, version: 2 }
  const changedAt = new Date().toISOString()
  const changed = refuse(412, { current, changedAt, changedByName: 'Mia' })
  const { user, open, dialog, field, type, choose, save, bodies, expectClosed } =
    await openProducts([changed, ok(mug)])
  await open()
  await type('Price', '14')
  await type('Stock', '18')
  await choose('Damaged')
  await type('Note', 'Water')
  await save()
  await user.click(await dialog().findByRole('radio', { name: 'Mine 14' }))
  expect(dialog().getAllByRole('radiogroup')).toHaveLength(1)
  expect(field('Reason')).toHaveProperty('value', 'damaged')
  await save()
  await expectClosed()
  const kept = { stock: 18, baseStock: 20, stockReason: 'damaged', stockNote: 'Water' }
  expect(bodies()).toMatchObject([kept, { ...kept, price: 14 }])
})

test('the reason stays after a reload and after a save without an answer that arrived @long', async () => {
  const first = await openProducts([unreachable])
  await first.open()
  await first.type('Price', '14')
  await first.type('Stock', '18')
  await first.choose('Damaged')
  await first.save()
  expect(await first.dialog().findByText(/cannot be reached/)).toBeTruthy()
  cleanup()
  const current = { ...mug, price: 14, stock: 18, version: 2 }
  const changed = { current, changedAt: new Date().toISOString(), changedByName: owner.name }
  const second = await openProducts([refuse(412, changed), ok(mug)])
  await screen.findByRole('dialog', { name: 'Edit Product' })
  expect(second.field('Reason')).toHaveProperty('value', 'damaged')
  // The user can take back the change of the first save, for the same reason.
  await second.type('Stock', '20')
  expect(second.field('Reason')).toHaveProperty('value', 'damaged')
  await second.save()
  await second.expectClosed()
  expect(second.bodies().at(-1)).toMatchObject({ price: 14, stock: 20, stockReason: 'damaged' })
})
