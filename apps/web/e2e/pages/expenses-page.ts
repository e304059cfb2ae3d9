import type { Page } from '@playwright/test'

import { listPage } from './list-page'
import { recordScreenOf } from './record-screens'

export function expensesPage(page: Page) {
  const screen = recordScreenOf('expenses')
  return {
    // Other tests enter expenses of today, so ten rows do not show the seeded ones.
    ...listPage(page, { ...screen, path: `${screen.path}?size=50` }),
    range: page.getByRole('main').getByRole('button', { name: /Today|Yesterday|Last Year|–/ }),
    async chooseRange(preset: string) {
      await this.range.click()
      await page.getByLabel('Quick Date').selectOption({ label: preset })
      await page.getByRole('button', { name: 'Update' }).click()
    },
  }
}

/** Chooses a day in the calendar of the open form, such as 'Monday 13 May 2019'. */
export async function pickDay(page: Page, day: string) {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Date \d\d-/ })
    .click()
  await page.getByRole('dialog', { name: 'Date' }).getByRole('button', { name: day }).click()
}
