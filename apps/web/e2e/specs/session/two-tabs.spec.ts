import { appShell } from '../../pages/app-shell'
import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { logIn } from '../../pages/login-page'

test.use({ as: 'manager', endsSession: true })

test('a logout and a login in one tab take effect in the other', async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto('/sales')
  await other.goto('/profile')
  await expect(other.getByRole('definition').first()).toHaveText(accounts.manager.name)

  await appShell(page).logOut()
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(other).toHaveURL('/auth/login')

  await logIn(page, accounts.owner)
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await appShell(other).userMenuButton.click()
  await expect(other.getByRole('menu')).toContainText(accounts.owner.name)
})

test('a theme chosen in one tab applies to the other @long', async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto('/user')
  await other.goto('/profile')
  await expect(other.locator('html')).not.toHaveClass('dark')
  await appShell(page).chooseTheme('Dark')
  await expect(other.locator('html')).toHaveClass('dark')
})
