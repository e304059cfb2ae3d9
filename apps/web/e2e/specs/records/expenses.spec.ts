import type { Request } from '@playwright/test'

import { expect, test } from '../../support/fixtures'
import { expensesPage } from '../../pages/expenses-page'

test.use({ as: 'cashier' })

// @holds spec 2.88
test('the expense list starts with today @long', async ({ page }) => {
  const list = expensesPage(page)
  await list.open()
  await expect(list.range).toContainText('Today')
  await expect(list.row('Till rolls')).toContainText('$45.00')
  await expect(list.row('Cake')).toContainText('Unknown')
  await expect(list.row('Late courier')).toHaveCount(0)
})

// @holds spec 2.88, 2.118
test('the expense list applies a new range only on Update and keeps it over a reload', async ({
  page,
}) => {
  const list = expensesPage(page)
  await list.open()
  await list.range.click()
  await page.getByLabel('Quick Date').selectOption({ label: 'Yesterday' })
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(list.row('Till rolls')).toBeVisible()
  await expect(list.range).toContainText('Today')

  await list.chooseRange('Yesterday')
  await expect(list.row('Late courier')).toContainText(/\$15\.00.*\d\d [A-Z][a-z]{2} \d{4}/)
  await expect(list.row('Paper bags')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.reload()
  await expect(list.range).toContainText('Yesterday')
  await expect(page.getByRole('row')).toHaveCount(3)
})

test('the expense list reads its initial range from the URL @long', async ({ page }) => {
  const list = expensesPage(page)
  const year = new Date().getFullYear() - 1
  await page.goto(`/expense?from=${year}-06-15&to=${year}-06-15`)
  await expect(list.row('Rent')).toContainText('$500.00')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a slow answer for an earlier range does not replace the newer one @long', async ({
  page,
}) => {
  const list = expensesPage(page)
  await list.open()
  await expect(list.row('Till rolls')).toBeVisible()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const lastYear = new RegExp(`startDate=${new Date().getFullYear() - 1}-01-01`)
  await page.route(lastYear, async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  const isOfLastYear = (request: Request) => lastYear.test(request.url())
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isOfLastYear),
    page.waitForEvent('requestfailed', isOfLastYear),
  ])
  await list.chooseRange('Last Year')
  await list.chooseRange('Yesterday')
  await expect(list.row('Late courier')).toBeVisible()
  release()
  await ended
  await expect(list.row('Late courier')).toBeVisible()
  await expect(list.row('Rent')).toHaveCount(0)
})

// @holds spec 2.91
test('the expense dialog reports categories that failed to load @long', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 500/)
  const list = expensesPage(page)
  await page.route('**/api/v1/expense-categories', (route) => route.fulfill({ status: 500 }))
  await list.open()
  await list.button('Create').click()
  await expect(list.dialog.getByText('Error loading categories.')).toBeVisible()
})
