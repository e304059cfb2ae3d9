import type { Page } from '@playwright/test'

import { expect, test } from '../../support/fixtures'

test.use({ as: 'cashier' })

/** The heights of all rows, each once. */
async function rowHeights(page: Page) {
  const row = page.locator('tbody tr')
  await expect(row.nth(9)).toBeVisible()
  const heights = await row.evaluateAll((rows) => rows.map((each) => each.clientHeight))
  return [...new Set(heights)]
}

test('ten rows and the pager fit into the window, and the View menu keeps another row height', async ({
  page,
}) => {
  await page.goto('/product')
  expect(await rowHeights(page)).toEqual([40])
  await expect(page.getByRole('button', { name: 'Go to last page' })).toBeInViewport({ ratio: 1 })

  await page.getByRole('main').getByRole('button', { name: 'View' }).click()
  const choices = page.getByRole('menu').getByRole('menuitemradio')
  await expect(choices).toHaveText(['Comfortable', 'Compact'])
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('Compact')
  await choices.filter({ hasText: 'Comfortable' }).click()
  expect(await rowHeights(page)).toEqual([52])
  // The choice holds for all lists of this browser.
  await page.goto('/')
  expect(await rowHeights(page)).toEqual([52])

  await page.getByRole('main').getByRole('button', { name: 'View' }).click()
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await page.reload()
  expect(await rowHeights(page)).toEqual([40])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('rows are high enough for a thumb', async ({ page }) => {
    await page.goto('/product')
    expect(await rowHeights(page)).toEqual([48])
    const edit = page.getByRole('cell').getByRole('button', { name: 'Edit' }).first()
    expect((await edit.boundingBox())?.height).toBe(40)
  })
})
