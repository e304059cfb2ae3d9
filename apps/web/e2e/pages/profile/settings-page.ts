import type { Page } from '@playwright/test'

import { expect } from '../../support/fixtures'
import { appShell } from '../app-shell'
import { editForm } from '../record-form'

/** Opens the settings of the shop in the profile. */
export async function openSettings(page: Page) {
  const form = editForm(page.getByRole('main'))
  await page.goto('/profile?tab=shop')
  await expect(form.field('Slip footer')).toBeVisible()
  return {
    ...form,
    logoFile: page.getByLabel('Logo file'),
    expectSaved: () => expect(appShell(page).toast(/^Settings saved\./)).toBeVisible(),
  }
}
