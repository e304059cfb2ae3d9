import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { logIn } from '../../pages/login-page'

test.use({ as: 'manager', endsSession: true })

test('logging out in one tab logs out in the other, and so does logging in', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await page.goto('/sales')
  await other.goto('/profile')
  await expect(other.getByRole('definition').first()).toHaveText(accounts.manager.name)

  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(other).toHaveURL('/auth/login')

  await logIn(page, accounts.owner)
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await other.getByRole('button', { name: 'User menu' }).click()
  await expect(other.getByRole('menu')).toContainText(accounts.owner.name)
})

test('a theme chosen in one tab is on in the other', async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto('/user')
  await other.goto('/profile')
  await expect(other.locator('html')).not.toHaveClass('dark')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(other.locator('html')).toHaveClass('dark')
})
