import type { Margin, ProductSummary } from '@stockie/contracts'
import { screen } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { ok, stubApi } from '@/test/api-stub'

export const november = '?startDate=2026-11-01&endDate=2026-11-30'
export const summary = {
  totalSales: 310.5,
  totalPurchases: 120,
  totalExpenses: 45.25,
  profit: 145.25,
}
export const pen: ProductSummary = {
  productId: 7,
  name: 'Pen',
  categoryName: null,
  units_sold: 12,
  units_purchased: 40,
  total_sales: 288,
  total_purchases: 440,
  cost_of_goods: 132,
  gross_margin: 156,
  margin_percent: 54.2,
  lines_without_cost: 0,
}
export const margin: Margin = {
  totalSales: 310.5,
  shipping: 12.35,
  costOfGoods: 132,
  grossMargin: 166.15,
  linesWithoutCost: 0,
}

/** Opens the dashboard of November 2026 in a shop with one product. */
export async function openDashboard(answers: Parameters<typeof stubApi>[0] = {}, query = '') {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /categories': ok([{ id: 1, name: 'Stationery' }]),
    [`GET /reports/profit-summary${november}`]: ok(summary),
    'GET /reports/daily?*': ok([]),
    'GET /reports/reorder': ok([]),
    [`GET /reports/daily${november}`]: ok([]),
    [`GET /products/summary${november}`]: ok([pen]),
    [`GET /reports/margin${november}`]: ok(margin),
    ...answers,
  })
  const { user } = renderApp(`/dashboard${query}`, 't1')
  await screen.findByRole('heading', { name: 'Dashboard' })
  return user
}
