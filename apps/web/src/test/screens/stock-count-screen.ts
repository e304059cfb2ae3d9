import type { StockCount, StockCountDetail, StockCountLine } from '@stockie/contracts'
import { screen, within } from '@testing-library/react'

import { ok, okPage, stubApi } from '@/test/api-stub'
import { owner, renderApp } from '@/test/app-harness'

const count: StockCount = {
  id: 3,
  name: 'Shelf',
  categoryId: null,
  categoryName: null,
  blind: false,
  state: 'open',
  products: 2,
  counted: 1,
  differing: 1,
  units: -2,
  value: -10,
  createdAt: '2026-11-21T09:00:00.000Z',
  createdByName: 'Nora Lindqvist',
  finishedAt: null,
  finishedByName: null,
  postedAt: null,
  postedByName: null,
  undoneAt: null,
  undoneByName: null,
  discardedAt: null,
  discardedByName: null,
}
export const mug: StockCountLine = {
  productId: 6,
  name: 'Mug',
  code: '4006381333931',
  categoryName: 'Kitchen',
  isDeleted: false,
  cost: 5,
  expected: 14,
  counted: 12,
  entries: 1,
  countedAt: '2026-11-21T09:05:00.000Z',
  countedById: 9,
  countedByName: 'Olivia Berg',
  moved: 0,
  movedWhileCounting: 0,
  difference: -2,
}
export const lamp: StockCountLine = {
  ...mug,
  productId: 7,
  name: 'Lamp',
  code: null,
  expected: 3,
  counted: null,
  entries: 0,
  countedAt: null,
  countedById: null,
  countedByName: null,
  difference: null,
}
const detail: StockCountDetail = { ...count, lines: [mug, lamp] }

/** Opens a count from the list of products, as its user does. */
export async function openCount(
  shown: StockCountDetail,
  answers: Parameters<typeof stubApi>[0] = {},
  user = owner,
) {
  const { lines: _, ...row } = shown
  const calls = stubApi({
    'POST /auth/verify': ok({ user }),
    'GET /products': ok([]),
    'GET /categories': ok([]),
    'GET /stock-counts?*': okPage([row]),
    [`GET /stock-counts/${shown.id}`]: ok(shown),
    ...answers,
  })
  const app = renderApp('/product', 't1')
  await app.user.click(await screen.findByRole('button', { name: 'Count stock' }))
  const name = new RegExp(`^(Continue|Show) stock count ${shown.id}$`)
  await app.user.click(await screen.findByRole('button', { name }))
  const sheet = within(await screen.findByRole('dialog', { name: `Stock count ${shown.id}` }))
  await sheet.findByRole('list', { name: /Products to count|Differences/ })
  return { ...app, calls, sheet }
}

/** Senders live as long as the page, so each test counts in a count of its own. */
export const inCount = (id: number) => ({ ...detail, id })
