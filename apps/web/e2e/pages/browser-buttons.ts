import type { Page } from '@playwright/test'

import { expect } from '../support/fixtures'

/** Presses the browser's Back while an overlay is open that stays open, or has another one below. */
export async function pressBackInOverlay(page: Page) {
  await waitForEntry(page, true)
  await page.goBack()
  await waitForEntry(page, true)
}

/** Presses the browser's Back while one overlay is open, which it closes. */
export async function closeByBack(page: Page) {
  await waitForEntry(page, true)
  await page.goBack()
  await waitForEntry(page, false)
}

/** Waits until the browser is on the entry of the overlays, or on that of the page. */
export async function waitForEntry(page: Page, isOverlay: boolean) {
  await expect
    .poll(() => page.evaluate(() => window.history.state?.isOverlay === true))
    .toBe(isOverlay)
}

/** Opens /user and then a list, as a link does, so that a Back too many leads to /user. */
export async function openAfterUsers(page: Page, path: string) {
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
  await page.evaluate((to) => {
    window.history.pushState({ idx: 1, usr: null, key: 'list' }, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  }, path)
  await expect(page.getByRole('heading', { name: /Management/ })).not.toHaveText(/User/)
}

export async function expectUsers(page: Page) {
  await expect(page).toHaveURL('/user')
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
}
