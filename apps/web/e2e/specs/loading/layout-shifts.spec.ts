import type { Page } from '@playwright/test'

import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'

test.use({ as: 'manager' })

/** The browser's measure of how far elements have moved by themselves. Those of the last moment may be missing. */
function readShifts(page: Page) {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry) => Number(Object(entry).value))
          resolve(shifts.reduce((sum, shift) => sum + shift, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 500)
      }),
  )
}

test('Create Sales does not move when the products that sell most are loaded', async ({ page }) => {
  const release = await holdResponses(page, '**/api/v1/products/summary?*')
  await page.goto('/sales/create')
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  release()
  await expect(page.getByRole('toolbar', { name: 'Sold most' })).toBeVisible()
  expect(await readShifts(page)).toBeLessThan(0.01)
})
