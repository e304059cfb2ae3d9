import { appShell } from '../pages/app-shell'
import { accounts } from '../support/accounts'
import { expect } from '../support/fixtures'
import { picture } from './picture'

picture('login.webp', { as: 'anonymous', height: 640 }, async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(accounts.cashier.email)
  await page.getByLabel('Password', { exact: true }).fill('stockie-demo')
  await page.getByRole('button', { name: 'Login' }).focus()
})

picture('menu.webp', { on: 'small', height: 700 }, async ({ page }) => {
  await page.goto('/sales')
  await appShell(page).drawerButton.click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Customers' })).toBeVisible()
})

picture('account.webp', { height: 860 }, async ({ page }) => {
  await page.goto('/profile')
  await appShell(page).userMenuButton.click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
})
