import type { Page } from '@playwright/test'
import { e2eDays, e2eFigures } from '@stockie/prisma/e2e-figures'

import { today } from '../support/documents'
import { expect } from '../support/fixtures'

/** The figures of last month, which no test changes, and the only day with documents in it. */
export const { lastMonth } = e2eFigures(today())
export const tradingDay = e2eDays(today()).lastMonth
const month = new Date(Number(tradingDay.slice(0, 4)), Number(tradingDay.slice(5, 7)) - 1)
export const lastOfMonth = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate()
/** Last month as the query of the URL. */
export const lastMonthQuery = `from=${tradingDay.slice(0, 7)}-01&to=${tradingDay.slice(0, 7)}-${lastOfMonth}`
export const lastMonthName = month.toLocaleDateString('en-US', { month: 'short', year: 'numeric' })

export function money(amount: number) {
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}

export function dashboardPage(page: Page) {
  return {
    card: (title: string) => page.getByRole('main').getByRole('link', { name: `${title} Total` }),
    profit: page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /^Profit/ })
      .getByRole('paragraph'),
    product: (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) }),
    dialog: page.getByRole('dialog'),
    days: page.getByRole('region', { name: 'Days' }),
    chart: page.getByRole('application', { name: new RegExp(lastMonthName) }),
    async open(query = '') {
      await page.goto(`/dashboard${query}`)
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    },
  }
}
