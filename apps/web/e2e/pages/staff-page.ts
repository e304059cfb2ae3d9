import type { Page } from '@playwright/test'

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
