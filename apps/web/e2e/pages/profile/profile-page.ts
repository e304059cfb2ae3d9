import type { Page } from '@playwright/test'

export function profilePage(page: Page) {
  const currentPassword = page.getByLabel('Current password', { exact: true })
  const newPassword = page.getByLabel('New password', { exact: true })
  const changePassword = page.getByRole('button', { name: 'Change Password' })

  return {
    currentPassword,
    newPassword,
    changePassword,
    deletedRecords: page.getByRole('list', { name: 'Deleted records' }),
    /** Fills in and submits the password form. */
    async submitPasswords(current: string, chosen: string, repeated = chosen) {
      await currentPassword.fill(current)
      await newPassword.fill(chosen)
      await page.getByLabel('Repeat new password', { exact: true }).fill(repeated)
      await changePassword.click()
    },
  }
}
