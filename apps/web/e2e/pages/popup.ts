import type { Page } from '@playwright/test'

import { expect } from '../support/fixtures'

export async function openPopup(
  page: Page,
  button: string | RegExp,
  role: 'menu' | 'dialog' | 'alertdialog',
) {
  await page.getByRole('button', { name: button }).first().click()
  await expect(page.getByRole(role)).toBeVisible()
}
