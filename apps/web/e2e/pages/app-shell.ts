import type { Page } from '@playwright/test'

import { expect } from '../support/fixtures'

/** The frame around every protected screen: sidebar, drawer, header menus and toasts. */
export function appShell(page: Page) {
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const userMenuButton = page.getByRole('button', { name: 'User menu' })
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  const drawerButton = page.getByRole('button', { name: 'Open navigation' })

  return {
    sidebar,
    userMenuButton,
    drawer,
    drawerButton,
    /** A message at the edge of the window, by the beginning of its text. */
    toast: (text: RegExp) =>
      page.getByRole('listitem').or(page.getByRole('alert')).filter({ hasText: text }).first(),
    async openAccount() {
      await userMenuButton.click()
      await page.getByRole('menuitem', { name: 'Account' }).click()
    },
    async logOut() {
      await userMenuButton.click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    },
    async openThemeMenu() {
      await page.getByRole('button', { name: 'Theme' }).click()
    },
    async chooseTheme(name: string) {
      await this.openThemeMenu()
      await page.getByRole('menuitemradio', { name }).click()
    },
    /** Follows the link to this path in the sidebar, or in the drawer of a narrow window. */
    async goTo(path: string) {
      const link = `a[href="${path}"]`
      if (!(await drawerButton.isVisible())) return sidebar.locator(link).click()
      await drawerButton.click()
      await drawer.locator(link).click()
    },
    /** Follows the sidebar to the customers and back to the screen with this path. */
    async goElsewhereAndBack(path: string) {
      await sidebar.getByRole('link', { name: 'Customers' }).click()
      await page.getByRole('heading', { name: 'Customer Management' }).waitFor()
      await sidebar.locator(`a[href="${path}"]`).click()
    },
  }
}
