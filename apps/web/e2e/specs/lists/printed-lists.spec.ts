import type { Page } from '@playwright/test'

import { dashboardPage, lastMonthQuery } from '../../pages/dashboard-page'
import { listScreens } from '../../pages/list-screens'
import { enterTestGoods, recordPurchase, recordSale } from '../../support/documents'
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

/** Where the widest table or cell ends that is printed. */
async function rightEdge(page: Page) {
  const edges = await page
    .locator('main table:visible, main td:visible, main th:visible')
    .evaluateAll((parts) =>
      parts.map((part) => part.getBoundingClientRect().left + part.scrollWidth),
    )
  return Math.max(...edges)
}

test('a list prints all rows that match within the width of A4, and a short one without an empty box @long', async ({
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
  expect(await rightEdge(page)).toBeLessThanOrEqual(a4.width)
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

test('a list of more than 5,000 rows prints the first 5,000 and says so @long', async ({
  page,
}) => {
  await printCustomers(page, 5_001)
  await expect(printedRows(page)).toHaveCount(5_000)
  await expect(page.locator('caption')).toHaveText(
    'The first 5,000 of 5,001 rows. Search or filter the list to print the others.',
  )
})

test('every list with all its columns and the dashboard print within the width of A4 @long', async ({
  page,
  shop,
}) => {
  await page.setViewportSize(a4)
  const sold = await enterTestGoods(shop, 'sales')
  await recordSale(shop, sold, { discount: 0, shippingFees: 0 })
  await recordPurchase(shop, await enterTestGoods(shop, 'purchases'))
  for (const screen of listScreens) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`${screen.path}?from=2020-01-01&to=2030-12-31`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const view = page.getByRole('main').getByRole('button', { name: 'View', exact: true }).first()
    await view.click()
    const columns = page.getByRole('menuitemcheckbox')
    for (const column of await columns.all()) {
      if ((await column.getAttribute('aria-checked')) === 'false') await column.click()
    }
    await page.keyboard.press('Escape')
    const shown = await page.getByRole('columnheader').count()
    // The checkboxes and the buttons of the rows are not printed.
    const printed = shown - 2
    await page.emulateMedia({ media: 'print' })
    await expect(printedRows(page)).not.toHaveCount(0)
    expect(await page.getByRole('columnheader').count(), screen.path).toBe(printed)
    expect(await rightEdge(page), screen.path).toBeLessThanOrEqual(a4.width)
  }
  await page.emulateMedia({ media: 'screen' })
  await dashboardPage(page).open(`?${lastMonthQuery}`)
  await expect(dashboardPage(page).product('Green Tea')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
  expect(await rightEdge(page)).toBeLessThanOrEqual(a4.width)
  const main = await page.getByRole('main').evaluate(({ scrollWidth }) => scrollWidth)
  expect(main).toBeLessThanOrEqual(a4.width)
})
