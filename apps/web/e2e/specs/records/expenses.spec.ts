import type { Page } from '@playwright/test'

import { expect, test } from '../../support/fixtures'
import { listPage } from '../../pages/list-page'
import { recordScreens } from '../../pages/record-screens'

test.use({ as: 'cashier' })

const screen = recordScreens.find(({ resource }) => resource === 'expenses')

function expenseList(page: Page) {
  if (!screen) throw new Error('There is no expense screen')
  const list = listPage(page, screen)
  return {
    ...list,
    range: page.getByRole('main').getByRole('button', { name: /Today|Yesterday|Last Year|–/ }),
    async pick(preset: string) {
      await this.range.click()
      await page.getByLabel('Quick Date').selectOption({ label: preset })
      await page.getByRole('button', { name: 'Update' }).click()
    },
  }
}

// @holds spec 2.88
test('starts with what was spent today', async ({ page }) => {
  const list = expenseList(page)
  await list.open()
  await expect(list.range).toContainText('Today')
  await expect(list.row('Till rolls')).toContainText('$45.00')
  await expect(list.row('Cake')).toContainText('Unknown')
  await expect(list.row('Late courier')).toHaveCount(0)
})

// @holds spec 2.88, 2.118
test('shows another range only once it is updated, and keeps it', async ({ page }) => {
  const list = expenseList(page)
  await list.open()
  await list.range.click()
  await page.getByLabel('Quick Date').selectOption({ label: 'Yesterday' })
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(list.row('Till rolls')).toBeVisible()
  await expect(list.range).toContainText('Today')

  await list.pick('Yesterday')
  await expect(list.row('Late courier')).toContainText(/\$15\.00.*\d\d [A-Z][a-z]{2} \d{4}/)
  await expect(list.row('Paper bags')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.reload()
  await expect(list.range).toContainText('Yesterday')
  await expect(page.getByRole('row')).toHaveCount(3)
})

test('reads its first range from the address', async ({ page }) => {
  const list = expenseList(page)
  const year = new Date().getFullYear() - 1
  await page.goto(`/expense?from=${year}-06-15&to=${year}-06-15`)
  await expect(list.row('Rent')).toContainText('$500.00')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a slow answer for a range that was left never takes the place of the newer one', async ({
  page,
}) => {
  const list = expenseList(page)
  await list.open()
  await expect(list.row('Till rolls')).toBeVisible()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const lastYear = new Date().getFullYear() - 1
  await page.route(new RegExp(`startDate=${lastYear}-01-01`), async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  await list.pick('Last Year')
  await list.pick('Yesterday')
  await expect(list.row('Late courier')).toBeVisible()
  release()
  await page.waitForLoadState('networkidle')
  await expect(list.row('Late courier')).toBeVisible()
  await expect(list.row('Rent')).toHaveCount(0)
})

// @holds spec 2.91
test('says in the dialog where the categories cannot be loaded', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 500/)
  const list = expenseList(page)
  await page.route('**/api/v1/expense-categories', (route) => route.fulfill({ status: 500 }))
  await list.open()
  await list.button('Create').click()
  await expect(list.dialog.getByText('Error loading categories.')).toBeVisible()
})
