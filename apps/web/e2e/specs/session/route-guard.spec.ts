import { accounts, type AccountName } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { logIn } from '../../pages/login-page'
import { protectedScreens } from '../../pages/all-screens'
import { storedValue } from '../../support/stored-value'

test.describe('while the session is being checked', () => {
  test.use({ as: 'owner' })

  // @holds spec 2.9
  test('a spinner fills the screen, and nothing else is shown', async ({ page }) => {
    const release = await holdResponses(page, '**/api/v1/auth/verify')
    await page.goto('/profile')
    await expect(page.getByRole('status')).toHaveText('Loading')
    const all = { x: 0, y: 0, ...page.viewportSize() }
    // The spinner of the first script makes room for the app's own.
    await expect.poll(() => page.getByRole('main').boundingBox()).toEqual(all)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page).toHaveURL('/profile')

    release()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await expect(page.getByRole('status')).toHaveCount(0)
  })
})

// @holds spec 1.4, 2.10
test('sends whoever is not signed in to the login page, from every screen', async ({ page }) => {
  for (const { path } of protectedScreens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await expect(page).toHaveURL('/auth/login')
  }
})

// @holds spec 2.10, 2.34, asvs 1.2.2, 3.7.2
test('brings one to the place that was asked for, query and all', async ({ page }) => {
  await page.goto('/sales?from=2026-11-01&to=2026-11-30#top')
  await expect(page).toHaveURL('/auth/login')
  // A reload in between does not make it forget.
  await page.reload()
  await logIn(page, accounts.cashier)
  await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
  await expect(page).toHaveURL('/sales?from=2026-11-01&to=2026-11-30#top')
})

test('a token that means nothing is thrown away, and the login page says why', async ({
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

for (const who of ['owner', 'manager', 'cashier'] satisfies AccountName[]) {
  test.describe(`as ${who}`, () => {
    test.use({ as: who })

    // @holds spec 2.1, 2.12, 6.4
    test(`lets the ${who} in`, async ({ page }) => {
      await page.goto('/purchase/create')
      await expect(page.getByRole('heading', { name: 'Create Purchase' })).toBeVisible()
    })
  })
}

test.describe('with a role that is allowed nowhere', () => {
  test.use({ as: 'blocked' })

  // @holds spec 2.11, 6.3, 9.2
  test('every screen leads to /401', async ({ page }) => {
    for (const { path } of protectedScreens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: /have permission/ })).toBeVisible()
      await expect(page).toHaveURL('/401')
    }
  })

  test.describe('who goes', () => {
    test.use({ endsSession: true })

    test('one can leave for another account', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: `Log out ${accounts.blocked.email}` }).click()
      await expect(page).toHaveURL('/auth/login')
      await logIn(page, accounts.manager)
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    })
  })
})
