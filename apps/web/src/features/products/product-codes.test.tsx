import type { Product } from '@stockie/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'
import { mockScannerTimes } from '@/test/scanner-times'

const pause = mockScannerTimes()

const mug: Product = {
  id: 6,
  name: 'Mug',
  description: null,
  price: 12,
  cost: 5,
  stock: 20,
  categoryId: 3,
  categoryName: 'Kitchen',
  code: '4006381333931',
  reorderLevel: null,
  reorderTarget: null,
  version: 1,
}
const pen: Product = { ...mug, id: 7, name: 'Pen', code: null }

async function openProducts(answers: Parameters<typeof stubApi>[0] = {}, path = '/product') {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /products': ok([mug, pen]),
    'GET /categories': ok([{ id: 3, name: 'Kitchen' }]),
    ...answers,
  })
  const { user } = renderApp(path, 't1')
  await screen.findByRole('row', { name: /Mug/ })
  const saved = () => calls.filter(({ name }) => name.startsWith('PUT'))
  async function openForm() {
    await user.click(
      within(screen.getByRole('row', { name: /Mug/ })).getByRole('button', { name: 'Edit' }),
    )
    return within(await screen.findByRole('dialog', { name: 'Edit Product' }))
  }
  return { user, saved, openForm }
}

test('the products table has a column Code that is hidden until the View menu shows it', async () => {
  const { user } = await openProducts()
  expect(screen.queryByRole('columnheader', { name: 'Code' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'View' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Code' }))
  expect(screen.getByRole('columnheader', { name: 'Code' })).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Mug/ })).getByText('4006381333931')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Pen/ })).getAllByText('N/A')).toHaveLength(2)
})

test.each([
  ['4006381333931', true],
  ['4006', true],
  ['333931', false],
])('the search for %s finds the product by its code: %s', async (search, isFound) => {
  const { user } = await openProducts()
  await user.type(screen.getByPlaceholderText('Search products...'), search)
  await waitFor(() => expect(screen.queryByRole('row', { name: /Pen/ })).toBeNull())
  expect(screen.queryByRole('row', { name: /Mug/ }) !== null).toBe(isFound)
})

test('Code and what belongs to reordering are the last fields, and clearing Code removes the code @long', async () => {
  const { user, saved, openForm } = await openProducts({ 'PUT /products/6': ok(mug) })
  const dialog = await openForm()
  const fields = dialog.getAllByRole('textbox').map((field) => field.getAttribute('name'))
  expect(fields.slice(-3)).toEqual(['code', 'reorderLevel', 'reorderTarget'])
  const code = dialog.getByLabelText('Code')
  expect(code).toHaveProperty('value', '4006381333931')
  await user.clear(code)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved()[0]?.body).toMatchObject({ code: null })
})

test('a wrong check digit shows a hint and can be saved @long', async () => {
  const { user, saved, openForm } = await openProducts({ 'PUT /products/6': ok(mug) })
  const dialog = await openForm()
  const code = dialog.getByLabelText('Code')
  expect(dialog.queryByText(/the last digit/i)).toBeNull()
  for (const [typed, hint] of [
    ['4006381333932', 'The last digit of this EAN-13 should be 1.'],
    ['96385070', 'The last digit of this EAN-8 should be 4.'],
    ['036000291450', 'The last digit of this UPC-A should be 2.'],
  ] as const) {
    await user.clear(code)
    await user.type(code, typed)
    expect(dialog.getByText(hint).id).toBe(code.getAttribute('aria-describedby'))
    expect(code.getAttribute('aria-invalid')).toBe('false')
  }
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved()[0]?.body).toMatchObject({ code: '036000291450' })
})

test('a code of another product is refused at the field @long', async () => {
  const message = 'This code belongs to "Pen".'
  const { user, openForm } = await openProducts({
    'PUT /products/6': refuse(422, { detail: message, errors: [{ path: 'code', message }] }),
  })
  const dialog = await openForm()
  const code = dialog.getByLabelText('Code')
  await user.type(code, '1')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
  expect(dialog.getByText(message).id).toBe(code.getAttribute('aria-describedby'))
})

test('a code that two users changed is asked about, as any other field @long', async () => {
  const current = { ...mug, code: 'THEIRS', version: 2 }
  const answers = [
    refuse(412, { current, changedAt: new Date().toISOString(), changedByName: 'Mia' }),
    ok(mug),
  ]
  const { user, saved, openForm } = await openProducts({
    'PUT /products/6': () => (answers.shift() ?? refuse(500))(),
  })
  const dialog = await openForm()
  await user.clear(dialog.getByLabelText('Code'))
  await user.type(dialog.getByLabelText('Code'), 'MINE')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const choice = within(await dialog.findByRole('radiogroup', { name: 'Code: theirs or mine' }))
  await user.click(choice.getByRole('radio', { name: 'Mine MINE' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved()[1]).toMatchObject({ version: '"2"', body: { code: 'MINE' } })
})

test.each([
  ['Name', 'Mug'],
  ['Code', '5901234123457'],
  ['Price', '12'],
])(
  'a barcode that is scanned into the field %s goes into the code, and saves nothing @long',
  async (label, text) => {
    const { user, saved, openForm } = await openProducts()
    const form = await openForm()
    const field = form.getByLabelText<HTMLInputElement>(label)
    field.focus()
    for (const end of ['{Enter}', '{Tab}']) {
      pause()
      await user.keyboard(`5901234123457${end}`)
      expect(form.getByLabelText<HTMLInputElement>('Code').value).toBe('5901234123457')
      expect(document.activeElement).toBe(form.getByLabelText('Code'))
    }
    expect(field.value).toBe(text)
    expect(saved()).toEqual([])
    // Other text is the person's own, and so is its Enter.
    pause()
    await user.keyboard('SHELF-7{Enter}')
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0]?.body).toMatchObject({ name: 'Mug', code: 'SHELF-7' })
  },
)

test('a barcode that is scanned while the category has the focus does not change it @long', async () => {
  const { user, openForm } = await openProducts({
    'GET /categories': ok([
      { id: 3, name: 'Kitchen' },
      { id: 5, name: '5 and more' },
    ]),
  })
  const form = await openForm()
  const category = form.getByLabelText<HTMLSelectElement>(/^Category/)
  category.focus()
  await user.keyboard('5')
  // The browser's own search in the options, which the DOM of these tests lacks.
  await user.selectOptions(category, '5 and more')
  category.focus()
  await user.keyboard('901234123457{Enter}')
  expect(category.value).toBe('3')
  expect(form.getByLabelText<HTMLInputElement>('Code').value).toBe('5901234123457')
})
