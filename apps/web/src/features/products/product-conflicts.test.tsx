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

const kitchen = { id: 3, name: 'Kitchen' }
const tea = { id: 4, name: 'Tea' }
const gifts = { id: 5, name: 'Gifts' }
let categories = [kitchen, tea, gifts]

/** Opens the form of the mug, which the list has as `now`. Its saves get these answers in turn. */
async function openMug(saves: (() => Response)[], now = mug) {
  const answers = [...saves]
  let listed = mug
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /products': () => ok([listed])(),
    'GET /categories': () => ok(categories)(),
    'PUT /products/6': () => {
      listed = now
      return (answers.shift() ?? refuse(500))()
    },
  })
  const { user } = renderApp('/product', 't1')
  await screen.findByRole('heading', { name: 'Product Management' })
  const dialog = () => within(screen.getByRole('dialog', { name: 'Edit Product' }))
  const field = (label: string) => dialog().getByLabelText(label, { selector: '[id]' })
  return {
    user,
    dialog,
    field,
    open: async () => user.click(await screen.findByRole('button', { name: 'Edit' })),
    type: async (label: string, text: string) => {
      await user.clear(field(label))
      await user.type(field(label), text)
    },
    save: () => user.click(dialog().getByRole('button', { name: 'Save' })),
    saved: () => calls.filter(({ name }) => name === 'PUT /products/6'),
  }
}

/** Mia saved these changes meanwhile. */
function changedTo(changes: Partial<Product>, changedByName = 'Mia') {
  const current = { ...mug, version: 2, ...changes }
  return refuse(412, { current, changedAt: new Date().toISOString(), changedByName })
}

/** Leaves the page as a reload does. The form opens by itself. */
async function openMugAgain(saves: (() => Response)[]) {
  cleanup()
  const opened = await openMug(saves)
  await screen.findByRole('dialog', { name: 'Edit Product' })
  return opened
}

async function expectClosed() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('a typed stock counts once from the stock of its form, without a question', async () => {
  const now = { ...mug, price: 15, stock: 17, version: 2 }
  const { user, open, dialog, field, type, save, saved } = await openMug(
    [changedTo(now), ok(mug)],
    now,
  )
  await open()
  await type('Stock', '25')
  await type('Price', '14')
  await save()
  expect(await dialog().findAllByRole('radiogroup')).toHaveLength(1)
  expect(field('Stock')).toHaveProperty('value', '25')
  const hint = 'The stock is 17 now. Your change makes it 22.'
  expect(await dialog().findByText(hint)).toBeTruthy()
  await user.click(dialog().getByRole('radio', { name: 'Theirs 15' }))
  await save()
  await expectClosed()
  expect(saved()[1]?.body).toMatchObject({ price: 15, stock: 25, baseStock: 20 })
})

test('a stock that the user did not change becomes the present one', async () => {
  const now = { price: 15, stock: 17 }
  const { open, dialog, field, type, save } = await openMug([changedTo(now)])
  await open()
  await type('Price', '14')
  await save()
  await dialog().findByRole('radiogroup', { name: 'Price: theirs or mine' })
  expect(field('Stock')).toHaveProperty('value', '17')
})

test.each(['at once', 'after a reload'])(
  'a save that arrived without an answer is sent again with the key of its form %s',
  async (when) => {
    // Two were sold since.
    const saves = [changedTo({ price: 14, stock: 23 }, owner.name), ok(mug)]
    const first = await openMug([unreachable, ...saves])
    await first.open()
    await first.type('Price', '14')
    await first.type('Stock', '25')
    await first.save()
    expect(await first.dialog().findByText(/cannot be reached/)).toBeTruthy()
    const second = when === 'at once' ? first : await openMugAgain(saves)
    await second.save()
    await expectClosed()
    // The API knows by the key of the form how much of the difference it has counted.
    const [lost] = first.saved()
    const repeated = second.saved().at(-1)
    expect(repeated?.body).toMatchObject({ price: 14, stock: 25, baseStock: 20 })
    expect(repeated?.key).toBe(lost?.key)
    expect(lost?.key).toMatch(/^[\w-]{20,}$/)
  },
)

test('a save that did not arrive counts its stock when it is repeated @long', async () => {
  const { open, dialog, type, save, saved } = await openMug([
    unreachable,
    changedTo({ name: 'Cup', stock: 17 }),
    ok(mug),
  ])
  await open()
  await type('Price', '14')
  await type('Stock', '25')
  await save()
  expect(await dialog().findByText(/cannot be reached/)).toBeTruthy()
  await save()
  await expectClosed()
  expect(saved()[2]?.body).toMatchObject({ name: 'Cup', price: 14, stock: 25, baseStock: 20 })
})

test('after a save without an answer, the form names no stock, which the save may have moved @long', async () => {
  const { open, dialog, type, save, saved } = await openMug(
    [unreachable, ok(mug)],
    // It arrived.
    { ...mug, stock: 25, version: 1 },
  )
  await open()
  await type('Stock', '25')
  await save()
  expect(await dialog().findByText(/cannot be reached/)).toBeTruthy()
  const hint = 'The last save may have arrived. If you save again, it counts only once.'
  expect(await dialog().findByText(hint)).toBeTruthy()
  expect(dialog().queryByText(/^The stock is/)).toBeNull()
  await save()
  await expectClosed()
  expect(saved()[1]?.body).toMatchObject({ stock: 25, baseStock: 20 })
})

test('a stock that was typed back is sent, also after another merge and a reload @long', async () => {
  const arrived = { price: 15, stock: 25, version: 2 }
  const first = await openMug([unreachable, changedTo(arrived)])
  await first.open()
  await first.type('Stock', '25')
  await first.type('Price', '14')
  await first.save()
  expect(await first.dialog().findByText(/cannot be reached/)).toBeTruthy()
  await first.type('Stock', '20')
  await first.save()
  await first.user.click(await first.dialog().findByRole('radio', { name: 'Mine 14' }))
  const third = changedTo({ ...arrived, name: 'Cup', version: 3 }, 'Noah')
  const second = await openMugAgain([changedTo(arrived), third, ok(mug)])
  await second.save()
  await second.user.click(await second.dialog().findByRole('radio', { name: 'Mine 14' }))
  await second.save()
  await expectClosed()
  expect(second.saved().at(-1)?.body).toMatchObject({ name: 'Cup', stock: 20, baseStock: 20 })
})

test('the question about a category names both', async () => {
  const { user, open, dialog, field, save, saved } = await openMug([
    changedTo({ categoryId: 4, categoryName: 'Tea' }),
    ok(mug),
  ])
  await open()
  await user.selectOptions(field('Category'), 'Gifts')
  await save()
  expect(await dialog().findByRole('radio', { name: 'Mine Gifts' })).toBeTruthy()
  await user.click(dialog().getByRole('radio', { name: 'Theirs Tea' }))
  expect(field('Category')).toHaveProperty('value', '4')
  await save()
  await expectClosed()
  expect(saved()[1]?.body).toMatchObject({ categoryId: 4 })
})

test('a category that was deleted meanwhile is no longer offered after the refused save', async () => {
  const refusal = refuse(422, {
    errors: [{ path: 'categoryId', message: 'There is no such category.' }],
  })
  const { user, open, dialog, field, save } = await openMug([refusal])
  await open()
  await user.selectOptions(field('Category'), 'Gifts')
  categories = [kitchen, tea]
  await save()
  expect(await dialog().findByText('There is no such category.')).toBeTruthy()
  await waitFor(() => expect(dialog().queryByRole('option', { name: 'Gifts' })).toBeNull())
  categories = [kitchen, tea, gifts]
})
