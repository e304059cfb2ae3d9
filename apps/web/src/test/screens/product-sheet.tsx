import type { Product, StockMovement } from '@stockie/contracts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, stubApi } from '@/test/api-stub'

export const kettle: Product = {
  id: 5,
  name: 'Kettle',
  description: null,
  price: 60,
  cost: 40,
  stock: 0,
  categoryId: 3,
  categoryName: 'Kitchen',
  code: null,
  reorderLevel: null,
  reorderTarget: null,
  version: 1,
}

export function moved(id: number, changes: Partial<StockMovement> = {}): StockMovement {
  return {
    id,
    productId: 5,
    delta: -1,
    balance: id,
    reason: 'sale',
    saleId: id,
    purchaseId: null,
    returnId: null,
    countId: null,
    documentDay: '2026-11-20',
    userName: 'Priya Raman',
    createdAt: '2026-11-21T09:30:00.000Z',
    adjustmentReason: null,
    note: null,
    unitCost: null,
    ...changes,
  }
}

export const movementsPath = (page: number) => `GET /products/5/movements?page=${page}&pageSize=50`

/** Opens the sheet of the kettle from its stock in the list of products. */
export async function openProductSheet(answers: Parameters<typeof stubApi>[0], path = '/product') {
  const calls = stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /products': ok([kettle]),
    'GET /categories': ok([]),
    ...answers,
  })
  const { user } = renderApp(path, 't1')
  const cell = await screen.findByRole('button', {
    name: 'Stock of Kettle: 0, out of stock, show movements',
  })
  expect(calls.filter(({ name }) => name.includes('movements'))).toEqual([])
  await user.click(cell)
  return { user, calls, cell, sheet: within(await screen.findByRole('dialog', { name: 'Kettle' })) }
}

export const itemsIn = (sheet: Pick<typeof screen, 'getAllByRole'>) =>
  sheet.getAllByRole('listitem').map(({ textContent }) => textContent)
