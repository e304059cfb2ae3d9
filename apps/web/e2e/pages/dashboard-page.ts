import type { Page } from '@playwright/test'
import { e2eDays, e2eFigures } from '@stockie/prisma/e2e-figures'

import { today } from '../support/documents'
import { expect } from '../support/fixtures'

/** What the month came to that no test adds to, and the one day on which it traded. */
export const { lastMonth } = e2eFigures(today())
export const tradingDay = e2eDays(today()).lastMonth
const month = new Date(Number(tradingDay.slice(0, 4)), Number(tradingDay.slice(5, 7)) - 1)
export const lastOfMonth = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate()
/** As the URL has it. */
export const lastMonthQuery = `from=${tradingDay.slice(0, 7)}-01&to=${tradingDay.slice(0, 7)}-${lastOfMonth}`
export const lastMonthName = month.toLocaleDateString('en-US', { month: 'short', year: 'numeric' })

export function money(sum: number) {
  return sum.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}

/** As somebody uses it. */
export function dashboardPage(page: Page) {
  return {
    card: (title: string) => page.getByRole('main').getByRole('link', { name: `${title} Total` }),
    profit: page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /^Profit/ }),
    product: (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) }),
    lines: page.getByRole('dialog'),
    days: page.getByRole('region', { name: 'Days' }),
    chart: page.getByRole('application', { name: new RegExp(lastMonthName) }),
    async open(query = '') {
      await page.goto(`/dashboard${query}`)
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    },
  }
}
