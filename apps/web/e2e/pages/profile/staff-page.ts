import type { Page } from '@playwright/test'

import { expect } from '../../support/fixtures'
import { appShell } from '../app-shell'
import { editForm } from '../record-form'

/** Opens the form of an account. */
export async function openStaffForm(page: Page, name: string) {
  const staff = staffPage(page)
  const form = editForm(page.getByRole('dialog', { name: 'Edit Account' }))
  await page.goto(staff.path)
  await staff.choose(name, 'Edit')
  await expect(form.field('Name')).toHaveValue(name)
  return {
    ...form,
    async expectSaved() {
      await expect(appShell(page).toast(/^Account updated successfully\./)).toBeVisible()
      await expect(form.dialog).toHaveCount(0)
    },
  }
}

/** The Staff tab of the profile. */
export function staffPage(page: Page) {
  const list = page.getByRole('list', { name: 'Staff' })
  const actions = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })

  return {
    path: '/profile?tab=staff',
    add: page.getByRole('button', { name: 'Add account' }),
    passwordDialog: page.getByRole('dialog', { name: 'One-Time Password' }),
    actions,
    row: (name: string) => list.getByRole('listitem').filter({ hasText: name }),
    /** Chooses an action of an account from its menu. */
    async choose(name: string, action: string) {
      await actions(name).click()
      await page.getByRole('menuitem', { name: action }).click()
    },
    /** Reads the one-time password that the dialog shows, and closes it. */
    async takePassword() {
      const password = await page.getByText(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/).innerText()
      await page.getByRole('button', { name: 'Done' }).click()
      return password
    },
  }
}
