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

picture('staff.webp', { as: 'owner', height: 760 }, async ({ page }) => {
  await page.goto('/profile?tab=staff')
  await page.getByRole('button', { name: 'Actions for Samuel Okafor' }).click()
  await expect(page.getByRole('menuitem', { name: 'New password' })).toBeVisible()
})

picture('second-factor.webp', { height: 700 }, async ({ page }) => {
  // Always the same code.
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const otpauthUrl = `otpauth://totp/Stockie:cashier%40stockie.test?issuer=Stockie&secret=${secret}`
  await page.route('**/api/v1/auth/second-factor', (route) =>
    route.fulfill({ json: { secret, otpauthUrl } }),
  )
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
})
