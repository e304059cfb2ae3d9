import type { Locator, Page } from '@playwright/test'

import { expect } from './fixtures'

/** Presses Tab until the target has the focus. Fails after 40 presses. */
export async function tabTo(page: Page, target: Locator, key = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}
