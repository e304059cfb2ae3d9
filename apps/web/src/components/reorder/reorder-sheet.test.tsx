import type { ReorderRow } from '@stockie/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, refuse, stubApi } from '@/test/api-stub'

const mug: ReorderRow = {
  productId: 6,
  name: 'Mug',
  code: null,
  categoryName: 'Kitchen',
  stock: 12,
  reorderLevel: null,
  reorderTarget: null,
  sold: 45,
  daysCounted: 30,
  daysOfCover: 8,
  runsOutOn: '2026-11-29',
  supplierId: 4,
  supplierName: 'Harbour Paper',
  lastCost: 4,
  cost: 5,
  suggested: 30,
}
const lamp: ReorderRow = {
  ...mug,
  productId: 7,
  name: 'Lamp',
  stock: -2,
  sold: 1,
  daysCounted: 1,
  daysOfCover: 0,
  runsOutOn: '2026-11-21',
  supplierId: null,
  supplierName: null,
  lastCost: null,
  suggested: 0,
}

async function openSheet(answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /products': ok([]),
    'GET /categories': ok([]),
    'GET /shop': ok({ coverDays: 14 }),
    ...answers,
  })
  const { user } = renderApp('/product', 't1')
  await user.click(await screen.findByRole('button', { name: 'Reorder' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Reorder' }))
  return { user, calls, sheet }
}

test('products are grouped by supplier, those without one last, each with its pace and cost', async () => {
  const { sheet } = await openSheet({ 'GET /reports/reorder': ok([lamp, mug]) })
  const items = await sheet.findAllByRole('article')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Mug12 in stock · 45 sold in 30 daysLasts 8 days, until 29 Nov 2026Last $4.00',
    'Lamp-2, out of stock · 1 sold in 1 dayCost $5.00',
  ])
  expect(sheet.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
    'Harbour Paper',
    'No supplier yet',
  ])
})

test('only products with a quantity are ticked, and a typed quantity ticks its product @long', async () => {
  const { sheet, user } = await openSheet({ 'GET /reports/reorder': ok([lamp]) })
  const tick = await sheet.findByRole<HTMLInputElement>('checkbox', { name: 'Lamp' })
  const fill = sheet.getByRole('button', { name: /^Fill purchase/ })
  expect([tick.checked, fill.textContent]).toEqual([false, 'Fill purchase (0)'])
  const quantity = sheet.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Lamp' })
  await user.click(quantity)
  await user.keyboard('{ArrowUp}')
  expect([tick.checked, quantity.value, fill.textContent]).toEqual([true, '1', 'Fill purchase (1)'])
  await user.type(quantity, 'x')
  expect(sheet.getByText('Not a whole number: counts as 0.')).toBeTruthy()
  expect(fill.textContent).toBe('Fill purchase (0)')
  // A click on the box gives it a quantity, and takes the tick away again.
  await user.click(tick)
  expect([tick.checked, quantity.value]).toEqual([true, '1'])
  await user.click(sheet.getByRole('checkbox', { name: 'All products of No supplier yet' }))
  expect(tick.checked).toBe(false)
})

test('a suggestion above 9,999 is cut, and the row says so @long', async () => {
  const { sheet } = await openSheet({
    'GET /reports/reorder': ok([{ ...mug, suggested: 20_000 }]),
  })
  const quantity = await sheet.findByRole<HTMLInputElement>('textbox', { name: 'Quantity of Mug' })
  expect(quantity.value).toBe('9999')
  expect(sheet.getByText('20,000 suggested. A purchase takes at most 9,999.').id).toBe(
    quantity.getAttribute('aria-describedby'),
  )
})

test('other days of cover are asked for, and the days of the shop again if the field is emptied @long', async () => {
  const { sheet, user, calls } = await openSheet({
    'GET /reports/reorder': ok([]),
    'GET /reports/reorder?coverDays=30': ok([mug]),
  })
  expect(await sheet.findByText(/^Nothing to reorder/)).toBeTruthy()
  const field = sheet.getByRole<HTMLInputElement>('textbox', { name: 'Days of cover' })
  await waitFor(() => expect(field.value).toBe('14'))
  await user.clear(field)
  await user.type(field, '400{Enter}')
  expect(field.value).toBe('14')
  await user.clear(field)
  await user.type(field, '30{Enter}')
  expect(await sheet.findByRole('article')).toBeTruthy()
  await user.clear(field)
  await user.tab()
  expect(await sheet.findByText(/^Nothing to reorder/)).toBeTruthy()
  expect(field.value).toBe('14')
  expect(calls.map(({ name }) => name)).not.toContain('GET /reports/reorder?coverDays=400')
})

test('the sheet says that the list cannot be loaded, and tries again @long', async () => {
  const answers = [refuse(500), ok([mug])]
  const { sheet, user } = await openSheet({
    'GET /reports/reorder': () => (answers.shift() ?? ok([mug]))(),
  })
  expect((await sheet.findByRole('alert')).textContent).toBe(
    'Failed to load what to reorder. Please try again.',
  )
  await user.click(sheet.getByRole('button', { name: 'Try again' }))
  expect(await sheet.findByRole('article')).toBeTruthy()
})

test('the second tab sums up the adjustments of all products by month and reason @long', async () => {
  const { sheet, user } = await openSheet({
    'GET /reports/reorder': ok([mug]),
    'GET /reports/adjustments': ok([
      {
        month: '2026-11',
        reason: 'damaged',
        unitsAdded: 0,
        unitsRemoved: 3,
        netUnits: -3,
        valueAdded: 0,
        valueRemoved: 15,
        movements: 2,
        movementsWithoutCost: 0,
      },
    ]),
  })
  const quantity = await sheet.findByRole('textbox', { name: 'Quantity of Mug' })
  await user.clear(quantity)
  await user.type(quantity, '7')
  await user.click(sheet.getByRole('tab', { name: 'Adjustments' }))
  const table = within(await sheet.findByRole('table'))
  expect(table.getByRole('row', { name: /^Damaged/ })).toBeTruthy()
  // A look at it keeps what was typed.
  await user.click(sheet.getByRole('tab', { name: 'To buy' }))
  expect(sheet.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Mug' }).value).toBe('7')
})
