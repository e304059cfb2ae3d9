import { findWrongCheckDigit, type Product } from '@stockie/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { delayAnswer, never, ok, refuse, stubApi } from '@/test/api-stub'
import { owner, renderApp } from '@/test/app-harness'
import { shopCodesOf } from './shop-codes'

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
const pen: Product = { ...mug, id: 7, name: 'Pen', stock: -2, code: null, version: 4 }
const [first = '', second = '', third = ''] = shopCodesOf(7)

async function openLabels(rows: Product[], answers: Parameters<typeof stubApi>[0] = {}) {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  let list = rows
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /products': () => Response.json(list),
    'GET /categories': ok([{ id: 3, name: 'Kitchen' }]),
    ...answers,
  })
  const { user } = renderApp('/product', 't1')
  await screen.findAllByRole('row', { name: /Mug/ })
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  await user.click(screen.getByRole('button', { name: 'Print labels' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Print labels' }))
  return {
    user,
    dialog,
    print,
    setList: (next: Product[]) => {
      list = next
    },
    saved: () => calls.filter(({ name }) => name.startsWith('PUT')),
    findPrint: (count: number) => dialog.findByRole('button', { name: `Print (${count})` }),
  }
}

const sheet = () => document.querySelector('body > [data-page|=label]')

test('the codes of a shop have its number, a right check digit and the prefix 2', () => {
  const codes = shopCodesOf(42)
  expect(new Set(codes).size).toBe(10)
  expect(codes[0]).toBe('2000000000428')
  for (const code of shopCodesOf(2_147_483_647)) {
    expect(code).toMatch(/^2\d2147483647\d$/)
    expect(findWrongCheckDigit(code)).toBeUndefined()
  }
})

test('the labels are printed alone and removed after the print, and the focus stays @long', async () => {
  const { user, dialog, print, findPrint } = await openLabels([mug])
  const button = await findPrint(1)
  await user.clear(dialog.getByLabelText('Labels of Mug'))
  await user.type(dialog.getByLabelText('Labels of Mug'), '3')
  await user.click(button)
  expect(print).toHaveBeenCalledOnce()
  expect(sheet()?.querySelectorAll('article')).toHaveLength(3)
  expect(sheet()?.innerHTML).not.toContain('style=')
  await act(async () => void window.dispatchEvent(new Event('afterprint')))
  expect(sheet()).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('the number of labels follows the stock, which may be below zero @long', async () => {
  const { user, dialog, findPrint, print } = await openLabels([mug, { ...pen, code: 'PEN' }])
  await findPrint(2)
  await user.selectOptions(dialog.getByLabelText('Labels per product'), 'As many as in stock')
  await findPrint(20)
  expect(dialog.getByLabelText<HTMLInputElement>('Labels of Pen').value).toBe('0')
  await user.clear(dialog.getByLabelText('Labels of Mug'))
  await user.type(dialog.getByLabelText('Labels of Mug'), '0')
  await user.click(await findPrint(0))
  expect(print).not.toHaveBeenCalled()
})

test('a code that is too long for the paper says which way out there is @long', async () => {
  const { user, dialog } = await openLabels([
    { ...mug, code: 'ABCDEFGHIJKLM' },
    { ...pen, code: 'A'.repeat(64) },
  ])
  const fitsA4 = 'The code is too long for this label. Choose A4.'
  const fitsNoLabel = 'The code is too long for a label. Give the product a shorter one.'
  expect(await dialog.findByText(fitsA4)).toBeTruthy()
  expect(dialog.getByText(fitsNoLabel)).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('Paper'), 'A4, 24 labels')
  expect(dialog.queryByText(fitsA4)).toBeNull()
  expect(dialog.getByLabelText('Labels of Mug')).toBeTruthy()
  expect(dialog.getByText(fitsNoLabel)).toBeTruthy()
})

test('more than 2,000 labels are refused @long', async () => {
  const many = [1, 2, 3].map((id) => ({ ...mug, id, code: `MUG-${id}`, stock: 5_000 }))
  const { user, dialog, print } = await openLabels(many)
  await user.selectOptions(dialog.getByLabelText('Labels per product'), 'As many as in stock')
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Error: Print at most 2,000 labels at once.',
  )
  await user.click(dialog.getByRole('button', { name: 'Print (2,997)' }))
  expect(print).not.toHaveBeenCalled()
})

test('a created code is one that no product has, and the save keeps all other fields @long', async () => {
  let answers = 0
  const { user, dialog, setList, saved } = await openLabels([{ ...mug, code: first }, pen], {
    'PUT /products/7': () => {
      answers += 1
      if (answers === 1) {
        const message = 'This code belongs to "Cup".'
        return refuse(422, { detail: message, errors: [{ path: 'code', message }] })()
      }
      setList([mug, { ...pen, code: third, version: 5 }])
      return Response.json({ ...pen, code: third, version: 5 })
    },
  })
  await user.click(dialog.getByRole('button', { name: 'Create code for Pen' }))
  const field = await dialog.findByLabelText('Labels of Pen')
  await waitFor(() => expect(document.activeElement).toBe(field))
  // The API keeps a level and a target that are not sent.
  const { reorderLevel: _level, reorderTarget: _target, ...sent } = pen
  const { id: _id, categoryName: _name, version: _version, ...kept } = sent
  expect(saved().map(({ body, version }) => ({ body, version }))).toEqual(
    [second, third].map((code) => ({
      body: { ...kept, code, baseStock: pen.stock },
      version: '"4"',
    })),
  )
})

test('a code that cannot be created says why @long', async () => {
  const message = 'Product category is required'
  const { user, dialog } = await openLabels([mug, pen], {
    'PUT /products/7': refuse(422, {
      detail: 'The request is invalid.',
      errors: [{ path: 'categoryId', message }],
    }),
  })
  await user.click(dialog.getByRole('button', { name: 'Create code for Pen' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(`Error: ${message}`)
  expect(dialog.getByText('No code')).toBeTruthy()
})

test('a second press right after a code was created changes nothing, and other rows wait @long', async () => {
  const created = { ...pen, code: first, version: 5 }
  const save = delayAnswer(() => Response.json(created))
  let reads = 0
  const { user, dialog, saved } = await openLabels([mug, pen, { ...pen, id: 8, name: 'Cup' }], {
    'PUT /products/7': save.answer,
    'GET /products': () => {
      reads += 1
      // The list that is read after the save never arrives.
      return reads > 1 ? never() : Response.json([mug, pen, { ...pen, id: 8, name: 'Cup' }])
    },
  })
  const button = (name: string) => dialog.getByRole('button', { name: `Create code for ${name}` })
  await user.click(button('Pen'))
  expect(button('Cup').getAttribute('aria-disabled')).toBe('true')
  await user.click(dialog.getByLabelText('Labels of Mug'))
  save.release()
  expect(await dialog.findByText(first)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Create code for Pen' })).toBeNull()
  expect(document.activeElement).toBe(dialog.getByLabelText('Labels of Mug'))
  expect(saved()).toHaveLength(1)
  expect(button('Cup').getAttribute('aria-disabled')).toBe('false')
})

test('a browser that does not say when it has printed removes the labels with the next click @long', async () => {
  const { user, dialog, findPrint } = await openLabels([mug])
  await user.click(await findPrint(1))
  expect(sheet()).not.toBeNull()
  await user.click(dialog.getByLabelText('Labels of Mug'))
  await waitFor(() => expect(sheet()).toBeNull())
})
