import { appShell } from '../pages/app-shell'
import { accounts } from '../support/accounts'
import { drawLogo } from '../support/drawn-logo'
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

picture('shop.webp', { as: 'owner', height: 1500 }, async ({ page }) => {
  await page.goto('/profile?tab=shop')
  const values = {
    Name: 'Harbour Coffee',
    Address: '12 Quay Street\nBristol',
    Phone: '+44 20 7946 0018',
    Email: 'shop@example.com',
    'Tax number': 'GB 123 4567 89',
    'Slip footer': 'Thank you!\nExchange within 14 days.',
  }
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(appShell(page).toast(/^Settings saved\./)).toBeVisible()
  await page.getByLabel('Logo file').setInputFiles(await drawLogo(page))
  await expect(appShell(page).toast(/^Logo saved\./)).toBeVisible()
  // Without the messages.
  await page.reload()
  await expect(page.getByRole('img', { name: 'Logo of the shop' })).toBeVisible()
})

picture('backups.webp', { as: 'owner', height: 900 }, async ({ page }) => {
  await page.goto('/profile?tab=backups')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('The backup was made and verified.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('list', { name: 'Backups' }).getByRole('listitem')).toHaveCount(1)
})

picture('activity.webp', { as: 'owner', height: 820 }, async ({ page, shop }) => {
  const products = await shop.list<{ id: number; name: string; price: number }>('products')
  const tea = products.find(({ name }) => name === 'Green Tea')
  await shop.update(`products/${tea?.id}`, { ...tea, price: (tea?.price ?? 0) + 2 })
  await page.goto('/profile?tab=activity')
  await expect(page.getByText(/changed the price of/)).toBeVisible()
  await shop.update(`products/${tea?.id}`, { ...tea })
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
