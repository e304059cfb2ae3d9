import type { Page } from '@playwright/test'

import { listPage } from '../../pages/list-page'
import { listScreens } from '../../pages/list-screens'
import type { ListScreen } from '../../pages/record-screens'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { expect, test } from '../../support/fixtures'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

/** Opens the list of a shop that has no record yet. */
async function openEmpty(page: Page, screen: ListScreen) {
  await page.route('**/api/v1/reports/profit-summary', (route) =>
    route.fulfill({ json: { totalSales: 0, totalPurchases: 0, totalExpenses: 0, profit: 0 } }),
  )
  await page.route(new RegExp(`/api/v1/${screen.resource}(\\?|$)`), (route) =>
    route.fulfill({ json: [] }),
  )
  const list = listPage(page, screen)
  await list.open()
  const table = page.getByRole('table')
  return {
    list,
    hint: table.getByText(/^Add your first/),
    create: table.getByText('Create'),
    text: table.getByText(/^No results\.?$/),
  }
}

test('the empty lists of a new shop lead to its first records @long', async ({ page }) => {
  const hints = []
  for (const screen of listScreens) {
    const { list, hint, create, text } = await openEmpty(page, screen)
    await expect(hint).toBeVisible()
    hints.push(await hint.textContent())
    const tops = [hint, create, text].map(async (part) => (await part.boundingBox())?.y ?? 0)
    const [first = 0, second = 0, third = 0] = await Promise.all(tops)
    expect(first).toBeLessThan(second)
    expect(second).toBeLessThan(third)
    // No hint while a filter hides the rows.
    await list.search('nothing')
    await expect(hint).toHaveCount(0)
    await expect(text).toBeVisible()
  }
  const nouns = ['customer', 'supplier', 'category', 'expense category', 'product', 'expense']
  expect(hints).toEqual([...nouns, 'sale', 'purchase'].map((noun) => `Add your first ${noun}`))
})

test('a phone shows the hint of an empty list, and its button opens the form @long', async ({
  page,
}) => {
  await page.setViewportSize(viewportSizes.small)
  const [customers] = listScreens
  if (!customers) throw new Error('There is no screen of customers.')
  const { hint, create } = await openEmpty(page, customers)
  await expect(hint).toBeInViewport({ ratio: 1 })
  expect(await findAccessibilityViolations(page)).toEqual([])
  await create.click()
  await expect(page.getByRole('dialog', { name: 'Add Customer' })).toBeVisible()
})

test('days without sales show no hint in a shop with sales on other days @long', async ({
  page,
}) => {
  const answered = page.waitForResponse('**/api/v1/reports/profit-summary')
  await page.goto('/sales?from=2019-01-01&to=2019-01-02')
  await expect(page.getByText('No results')).toBeVisible()
  await answered
  // The browser renders the answer first.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page.getByText(/^Add your first/)).toHaveCount(0)
})

test('the box of a short list ends below its last row, and the pager stays where it is @long', async ({
  page,
  shop,
}) => {
  const word = uniqueWord()
  for (const name of ['one', 'two']) await shop.enter('categories', { name: `${word} ${name}` })
  await page.goto('/category')
  const rows = page.locator('tbody tr')
  await expect(rows.nth(1)).toBeVisible()
  const pager = page.getByText(/^Page \d+ of \d+$/)
  const before = (await pager.boundingBox())?.y
  await page.getByRole('searchbox', { name: 'Search categories' }).fill(word)
  await expect(rows).toHaveCount(2)
  const bottomOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const box = await bottomOf('[data-slot=data-table] div:has(> section)')
  expect(Math.abs(box - (await bottomOf('tbody tr:last-child')))).toBeLessThanOrEqual(2)
  expect((await pager.boundingBox())?.y).toBe(before)
})
