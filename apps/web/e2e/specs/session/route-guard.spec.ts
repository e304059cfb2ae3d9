import { accounts, type AccountName } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { longUnless } from '../../support/long-form'
import { logIn } from '../../pages/login-page'
import { protectedScreens } from '../../pages/all-screens'
import { storedValue } from '../../support/stored-value'

test.describe('with a session', () => {
  test.use({ as: 'owner' })

  // @holds spec 2.9
  test('only a spinner is visible while the session is checked', async ({ page }) => {
    const release = await holdResponses(page, '**/api/v1/auth/verify')
    await page.goto('/profile')
    await expect(page.getByRole('status')).toHaveText('Loading')
    const wholeScreen = { x: 0, y: 0, ...page.viewportSize() }
    // The app's spinner replaces that of the first script.
    await expect.poll(() => page.getByRole('main').boundingBox()).toEqual(wholeScreen)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page).toHaveURL('/profile')

    release()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  })
})

// @holds spec 1.4, 2.10
test('every screen redirects to the login page without a session', async ({ page }) => {
  for (const { path } of protectedScreens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await expect(page).toHaveURL('/auth/login')
  }
})

// @holds spec 2.10, 2.34, asvs 1.2.2, 3.7.2
test('a login leads to the requested URL including its query and hash', async ({ page }) => {
  await page.goto('/sales?from=2026-11-01&to=2026-11-30#top')
  await expect(page).toHaveURL('/auth/login')
  // A reload must not lose the requested URL.
  await page.reload()
  await logIn(page, accounts.cashier)
  await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
  await expect(page).toHaveURL('/sales?from=2026-11-01&to=2026-11-30#top')
})

test('an invalid token is removed, and the login page says that the session ended', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 401/)
  await page.goto('/404')
  await page.evaluate(() => localStorage.setItem('token', 'made.up.token'))
  await page.goto('/profile')
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible()
  expect(await storedValue(page, 'token')).toBeNull()
})

for (const accountName of ['owner', 'manager', 'cashier'] satisfies AccountName[]) {
  test.describe(`as ${accountName}`, () => {
    test.use({ as: accountName })

    // @holds spec 2.1, 2.12, 6.4
    test(`the ${accountName} can open a protected screen${longUnless(accountName === 'manager')}`, async ({
      page,
    }) => {
      await page.goto('/purchase/create')
      await expect(page.getByRole('heading', { name: 'Create Purchase' })).toBeVisible()
    })
  })
}

test.describe('with a role without access', () => {
  test.use({ as: 'blocked' })

  // @holds spec 2.11, 6.3, 9.2
  test('every screen leads to /401', async ({ page }) => {
    for (const { path } of protectedScreens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: /have permission/ })).toBeVisible()
      await expect(page).toHaveURL('/401')
    }
  })

  test.describe('and a session of its own', () => {
    test.use({ endsSession: true })

    test('the ways out of the 401 page lead to the login instead of round in a circle @long', async ({
      page,
    }) => {
      await page.goto('/')
      await page.getByRole('link', { name: 'Back to Home' }).click()
      await expect(page).toHaveURL('/auth/login')
      await expect(page.getByLabel('Email')).toBeVisible()
    })

    test('the 401 page offers a logout to change the account @long', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: `Log out ${accounts.blocked.email}` }).click()
      await expect(page).toHaveURL('/auth/login')
      await logIn(page, accounts.manager)
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    })
  })
})
