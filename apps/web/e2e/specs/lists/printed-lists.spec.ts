import type { Page } from '@playwright/test'

import { expect, test } from '../../support/fixtures'

test.use({ as: 'cashier' })

/** What the browser leaves of an A4 page, at 96 dots an inch. */
const a4 = { width: 718, height: 1046 }

const printedRows = (page: Page) => page.locator('[data-slot=printed-rows] tr')

/** Shows a list of `count` customers, and prints it as soon as its rows are there. */
async function printCustomers(page: Page, count: number, search = '') {
  const customers = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Customer ${index + 1}`,
    email: `${'long'.repeat(20)}@example.com`,
    phone: null,
    address: `${index + 1} Market Square, on the other side of the river, third door on the left`,
  }))
  await page.route('**/api/v1/customers', (route) => route.fulfill({ json: customers }))
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/customer?q=${search}`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
}

test('a list prints all rows that match within the width of A4, and a short one without an empty box', async ({
  page,
}) => {
  await page.setViewportSize(a4)
  await printCustomers(page, 45, '1')
  // 1, 10 to 19, 21, 31 and 41: more than the page on the screen shows.
  await expect(printedRows(page)).toHaveCount(14)
  await printCustomers(page, 45)
  await expect(printedRows(page)).toHaveCount(45)
  const shown = page.locator('tbody tr:visible')
  await expect(shown).toHaveCount(45)
  const edges = await page
    .locator('main table, main td:visible')
    .evaluateAll((parts) =>
      parts.map((part) => part.getBoundingClientRect().left + part.scrollWidth),
    )
  expect(Math.max(...edges)).toBeLessThanOrEqual(a4.width)
  await expect(page.getByText(/^Page \d/)).toBeHidden()
  await expect(page.locator('caption')).toHaveCount(0)

  // Before the print dialog the browser sends an event, and prints what is there when it returns.
  await page.emulateMedia({ media: 'screen' })
  await expect(printedRows(page)).toHaveCount(0)
  const counts = await page.evaluate(() =>
    ['beforeprint', 'afterprint'].map((type) => {
      window.dispatchEvent(new Event(type))
      return document.querySelectorAll('[data-slot=printed-rows] tr').length
    }),
  )
  expect(counts).toEqual([45, 0])

  await printCustomers(page, 2)
  await expect(printedRows(page)).toHaveCount(2)
  const area = await page.locator('[data-slot=data-table] > div:has(section)').boundingBox()
  const table = await page.getByRole('table').boundingBox()
  expect(Math.abs((area?.height ?? 0) - (table?.height ?? 0))).toBeLessThanOrEqual(2)

  await page.emulateMedia({ media: 'screen' })
  await page.goto('/')
  const swatch = page
    .getByRole('listitem')
    .filter({ hasText: /^Sales$/ })
    .locator('[class*=bg-chart]')
  await expect(swatch).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(swatch).toHaveCSS('print-color-adjust', 'exact')
})

test('a list of more than 5,000 rows prints the first 5,000 and says so', async ({ page }) => {
  await printCustomers(page, 5_001)
  await expect(printedRows(page)).toHaveCount(5_000)
  await expect(page.locator('caption')).toHaveText(
    'The first 5,000 of 5,001 rows. Search or filter the list to print the others.',
  )
})
