import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { delayAnswer, never, ok, okPage, refuse, unreachable } from '@/test/api-stub'
import { pollNow } from '@/test/live-shop'
import {
  itemsIn,
  kettle,
  moved,
  movementsPath,
  openProductSheet,
} from '@/test/screens/product-sheet'

test('the stock sheet lists movements newest first, with reason, time, user and balance', async () => {
  const { user, cell, sheet } = await openProductSheet({
    [movementsPath(1)]: okPage([
      moved(9, {
        reason: 'purchase_restored',
        saleId: null,
        purchaseId: 7,
        documentDay: '2026-11-19',
        delta: 6,
        balance: 0,
      }),
      moved(10, { reason: 'returned', saleId: 12, returnId: 3, delta: 1, balance: -5 }),
      moved(8, { reason: 'sale_deleted', saleId: 12, documentDay: null, delta: 2, balance: -6 }),
      moved(7, { reason: 'sale', saleId: 12, delta: -2, balance: -8 }),
      moved(6, {
        reason: 'adjustment',
        saleId: null,
        documentDay: null,
        delta: -1006,
        balance: -6,
      }),
      moved(5, { reason: 'opening', saleId: null, documentDay: null, delta: 1000, balance: 1000 }),
    ]),
  })
  expect(await sheet.findByText('Purchase 7 restored')).toBeTruthy()
  expect(sheet.getByText(/^Stock now/).textContent).toBe('Stock now: 0 (out of stock)')
  const rows = itemsIn(sheet)
  const expected = [
    /^Purchase 7 restored.*Priya Raman.*\+6.* 0$/,
    /^Return 3 of sale 12.*\+1.* -5$/,
    /^Sale 12 deleted.*\+2.* -6$/,
    /^Sale 12\d{2} Nov 2026, \d\d:\d\d.*−2.* -8$/,
    /^Adjusted by hand.*−1,006.* -6$/,
    /^Opening stock.*\+1,000.* 1,000$/,
  ]
  expect(rows).toHaveLength(expected.length)
  for (const [index, row] of rows.entries()) expect(row).toMatch(expected[index] ?? 'nothing')
  const links = sheet
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Purchase 7 restored', '/purchase?from=2026-11-19&to=2026-11-19&q=7'],
    ['Return 3 of sale 12', '/sales?from=2026-11-20&to=2026-11-20&q=12'],
    ['Sale 12', '/sales?from=2026-11-20&to=2026-11-20&q=12'],
  ])

  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(cell)
})

test('Show more loads older movements once, without duplicates after a new sale', async () => {
  const first = Array.from({ length: 50 }, (_, index) => moved(60 - index))
  let answer: (response: Response) => void = () => {}
  const second = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const { user, calls, sheet } = await openProductSheet({
    [movementsPath(1)]: okPage(first, 52),
    [movementsPath(2)]: () => second,
  })
  expect(await sheet.findByText('50 of 52 shown')).toBeTruthy()
  const more = sheet.getByRole('button', { name: 'Show more' })
  await user.click(more)
  await waitFor(() => expect(more.getAttribute('aria-disabled')).toBe('true'))
  await user.click(more)
  answer(okPage([moved(11), moved(10), moved(9)], 53)())
  const count = await sheet.findByText('52 of 53 shown')
  expect(sheet.getAllByRole('listitem')).toHaveLength(52)
  expect(sheet.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(document.activeElement).toBe(count)
  expect(calls.filter(({ name }) => name === movementsPath(2))).toHaveLength(1)
})

test('Show more during a refetch keeps neither the earlier page old nor loses the click @long', async () => {
  const first = Array.from({ length: 50 }, (_, index) => moved(60 - index))
  const newer = delayAnswer(okPage([moved(61), ...first.slice(0, 49)], 53))
  let isChanged = false
  // Later polls report no change, so that none of them repairs the list.
  const polls = [ok({ revision: '2' })]
  const { user, calls, sheet } = await openProductSheet({
    'GET /changes': () => polls.pop()?.() ?? new Response(null, { status: 304 }),
    [movementsPath(1)]: () => (isChanged ? newer.answer() : okPage(first, 52)()),
    [movementsPath(2)]: okPage([moved(11), moved(10), moved(9)], 53),
  })
  const more = await sheet.findByRole('button', { name: 'Show more' })
  isChanged = true
  pollNow()
  await waitFor(() => expect(calls.filter(({ name }) => name === movementsPath(1))).toHaveLength(2))
  await user.click(more)
  newer.release()
  expect(await sheet.findByText('53 of 53 shown')).toBeTruthy()
  expect(sheet.getByText('Sale 61')).toBeTruthy()
  expect(sheet.getByText('Sale 9')).toBeTruthy()
})

test('Show more is not lost if the end of an outage cancels it @long', async () => {
  const first = Array.from({ length: 50 }, (_, index) => moved(60 - index))
  const pages = [never, okPage([moved(10), moved(9)], 52)]
  const polls = [unreachable, ok({ revision: '2' })]
  const { user, calls, sheet } = await openProductSheet({
    'GET /changes': () => (polls.shift() ?? refuse(500))(),
    [movementsPath(1)]: okPage(first, 52),
    [movementsPath(2)]: () => (pages.shift() ?? refuse(500))(),
  })
  const more = await sheet.findByRole('button', { name: 'Show more' })
  pollNow()
  await screen.findByText(/What you see may be old/)
  await user.click(more)
  await waitFor(() => expect(calls.at(-1)?.name).toBe(movementsPath(2)))
  pollNow()
  expect(await sheet.findByText('52 of 52 shown')).toBeTruthy()
})

test('the stock sheet shows a sale of another till', async () => {
  const answers = [okPage([moved(7)]), okPage([moved(8), moved(7)])]
  const { sheet } = await openProductSheet({
    [movementsPath(1)]: () =>
      (answers.length > 1 ? answers.shift() : answers[0])?.() ?? refuse(500)(),
  })
  expect(await sheet.findByText('Sale 7')).toBeTruthy()
  pollNow()
  expect(await sheet.findByText('Sale 8')).toBeTruthy()
  expect(sheet.getAllByRole('listitem')).toHaveLength(2)
})

test('the stock sheet says that there are no movements yet', async () => {
  const { sheet } = await openProductSheet({ [movementsPath(1)]: okPage([]) })
  expect(await sheet.findByText('No movements yet.')).toBeTruthy()
})

test('the stock sheet reports a failed request and can retry it', async () => {
  const answers = [refuse(500), okPage([moved(7)])]
  const { user, sheet } = await openProductSheet({
    [movementsPath(1)]: () => (answers.shift() ?? refuse(500))(),
  })
  expect((await sheet.findByRole('alert')).textContent).toBe('Failed to load stock movements.')
  await user.click(sheet.getByRole('button', { name: 'Try again' }))
  expect(await sheet.findByText('Sale 7')).toBeTruthy()
})

const stockNow = (text: string) =>
  screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === text)

test('the stock sheet stays open and current when its product belongs on another page @long', async () => {
  const others = Array.from({ length: 10 }, (_, index) => ({
    ...kettle,
    id: index + 10,
    name: `Other ${index}`,
    stock: 50,
  }))
  const shop = { products: [kettle, ...others] }
  const { user, sheet, cell } = await openProductSheet(
    { 'GET /products': () => ok(shop.products)(), [movementsPath(1)]: okPage([moved(7)]) },
    '/product?sort=stock',
  )
  expect(await sheet.findByText('Sale 7')).toBeTruthy()

  shop.products = [{ ...kettle, stock: 99 }, ...others]
  pollNow()
  expect(await stockNow('Stock now: 99')).toBeTruthy()
  expect(sheet.getByText('Sale 7')).toBeTruthy()
  // Behind the sheet the row keeps its place, so that the focus can return to it.
  expect(await screen.findByText('Show 1 change')).toBeTruthy()

  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(cell))
  await user.click(screen.getByRole('searchbox', { name: 'Search products' }))
  await waitFor(() => expect(cell.isConnected).toBe(false))
})

test('the stock sheet keeps the last known stock of a product that was deleted @long', async () => {
  const shop = { products: [kettle] }
  const { sheet } = await openProductSheet({
    'GET /products': () => ok(shop.products)(),
    [movementsPath(1)]: okPage([moved(7)]),
  })
  shop.products = [{ ...kettle, stock: 7 }]
  pollNow()
  expect(await stockNow('Stock now: 7 (low stock)')).toBeTruthy()
  shop.products = []
  pollNow()
  expect(await screen.findByText('Show 1 change')).toBeTruthy()
  expect(await stockNow('Stock now: 7 (low stock)')).toBeTruthy()
  expect(sheet.getByText('Sale 7')).toBeTruthy()
})

test('the stock sheet shows why a stock was changed by hand, with the note', async () => {
  const adjusted = { reason: 'adjustment', saleId: null, documentDay: null } as const
  const { sheet } = await openProductSheet({
    [movementsPath(1)]: okPage([
      moved(8, { ...adjusted, adjustmentReason: 'own-use', note: 'Tasting' }),
      moved(7, { ...adjusted, adjustmentReason: 'damaged' }),
      moved(6, { ...adjusted, note: 'Who knows' }),
    ]),
  })
  await sheet.findByText('Adjusted by hand: own use')
  const rows = itemsIn(sheet)
  expect(rows[0]).toMatch(/^Adjusted by hand: own useTasting\d{2} Nov 2026/)
  expect(rows[1]).toMatch(/^Adjusted by hand: damaged\d{2} Nov 2026/)
  expect(rows[2]).toMatch(/^Adjusted by handWho knows\d{2} Nov 2026/)
})
