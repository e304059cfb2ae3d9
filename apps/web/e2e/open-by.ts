import type { Page } from '@playwright/test'

import { expect } from './fixtures'

export async function openBy(
  page: Page,
  button: string | RegExp,
  what: 'menu' | 'dialog' | 'alertdialog',
) {
  await page.getByRole('button', { name: button }).first().click()
  await expect(page.getByRole(what)).toBeVisible()
}
