import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ok, okPage, refuse } from '@/test/api-stub'
import { itemsIn, moved, movementsPath, openProductSheet } from '@/test/screens/product-sheet'

const historyPath = (kind: string, before?: number) =>
  `GET /products/5/history?kind=${kind}${before === undefined ? '' : `&before=${before}`}&pageSize=51`

const lineOf = (lineId: number) => ({
  documentId: lineId + 100,
  lineId,
  day: '2026-11-20',
  partyName: 'Ada Fashola',
  price: 24,
  quantity: 2,
  total: 48,
})

test('the sheet of a product has tabs for its movements, sales and purchases', async () => {
  const { user, calls, sheet } = await openProductSheet({
    [movementsPath(1)]: okPage([moved(7)]),
    [historyPath('sale')]: ok([lineOf(7), lineOf(6)]),
    [historyPath('purchase')]: ok([]),
  })
  await sheet.findByText('Sale 7')
  const tabs = sheet.getAllByRole('tab')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])).toEqual([
    ['Movements', 'true'],
    ['Sales', 'false'],
    ['Purchases', 'false'],
    ['Prices', 'false'],
  ])
  expect(calls.filter(({ name }) => name.includes('history'))).toEqual([])

  tabs[0]?.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(tabs[1])
  await sheet.findByRole('link', { name: 'Sale 107' })
  expect(itemsIn(sheet)).toEqual([
    'Sale 107$48.0020 Nov 2026 · Ada Fashola2 × $24.00',
    'Sale 106$48.0020 Nov 2026 · Ada Fashola2 × $24.00',
  ])
  await user.click(sheet.getByRole('tab', { name: 'Purchases' }))
  expect(await sheet.findByText('No purchases yet.')).toBeTruthy()
  await user.keyboard('{Home}')
  expect(await sheet.findByText('Sale 7')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Show more in the sales of a product loads the lines before the last one', async () => {
  const lines = Array.from({ length: 51 }, (_, index) => lineOf(60 - index))
  const { user, sheet } = await openProductSheet({
    [movementsPath(1)]: okPage([]),
    [historyPath('sale')]: ok(lines),
    [historyPath('sale', 11)]: ok(lines.slice(50)),
  })
  await user.click(sheet.getByRole('tab', { name: 'Sales' }))
  await user.click(await sheet.findByRole('button', { name: 'Show more' }))
  expect(await sheet.findByText('51 shown')).toBeTruthy()
  expect(sheet.getAllByRole('listitem')).toHaveLength(51)
})

test('the sales of a product report a failed request and can retry it', async () => {
  const answers = [refuse(500), ok([lineOf(7)])]
  const { user, sheet } = await openProductSheet({
    [movementsPath(1)]: okPage([]),
    [historyPath('sale')]: () => (answers.shift() ?? refuse(500))(),
  })
  await user.click(sheet.getByRole('tab', { name: 'Sales' }))
  expect((await sheet.findByRole('alert')).textContent).toBe('Failed to load the sales.')
  await user.click(sheet.getByRole('button', { name: 'Try again' }))
  expect(await sheet.findByText('Sale 107')).toBeTruthy()
})

test('the prices of a product show the present ones and each change', async () => {
  const at = '2026-11-21T09:30:00.000Z'
  const answers = [
    refuse(500),
    ok([
      { at, field: 'price', before: 50, after: 60, userName: 'Mia' },
      { at, field: 'cost', before: 30, after: 40, userName: null },
    ]),
  ]
  const { user, sheet } = await openProductSheet({
    [movementsPath(1)]: okPage([]),
    'GET /products/5/prices': () => (answers.shift() ?? refuse(500))(),
  })
  await user.click(sheet.getByRole('tab', { name: 'Prices' }))
  expect((await sheet.findByRole('alert')).textContent).toBe('Failed to load the prices.')
  await user.click(sheet.getByRole('button', { name: 'Try again' }))
  expect(await sheet.findByText('Price from $50.00 to $60.00')).toBeTruthy()
  expect(itemsIn(sheet)).toEqual([
    expect.stringMatching(/^Price from \$50.00 to \$60.00.* · Mia$/),
    expect.stringMatching(/^Cost from \$30.00 to \$40.00.* · The command line$/),
  ])
  expect(sheet.getByText('$60.00')).toBeTruthy()
})

test('a product whose price never changed says so', async () => {
  const { user, sheet } = await openProductSheet({
    [movementsPath(1)]: okPage([]),
    'GET /products/5/prices': ok([]),
  })
  await user.click(sheet.getByRole('tab', { name: 'Prices' }))
  expect(await sheet.findByText('No change of the price or the cost is known.')).toBeTruthy()
})
