import { profilePage } from '../../pages/profile/profile-page'
import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'
import { logIn } from '../../pages/login-page'
import { storedValue } from '../../support/stored-value'

const unreachable = 'Stockie cannot be reached. Please check your connection and try again.'

test.beforeEach(({ consoleErrors }) => {
  consoleErrors.allow(
    /net::ERR_|status of (422|503)|dynamically imported module|preload CSS|cannot be reached/,
  )
})

test('the login page reports that Stockie is unreachable and works after a restart', async ({
  page,
  stockie,
}) => {
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  // No field was focused yet, so nothing of the app has loaded.
  await stockie.stop()
  await logIn(page, accounts.owner)
  await expect(page.getByText(unreachable)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(accounts.owner.email)

  await stockie.restart()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('a login that only the API rejects shows the message at its field', async ({ page }) => {
  const errors = [{ path: 'email', message: 'No longer an email address' }]
  await page.route('**/api/v1/auth/login', (route) =>
    route.fulfill({ status: 422, json: { errors } }),
  )
  await page.goto('/auth/login')
  await logIn(page, accounts.owner)
  await expect(page.getByText('No longer an email address')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.unroute('**/api/v1/auth/login')
  await logIn(page, accounts.owner)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test.describe('with a session', () => {
  test.use({ as: 'cashier' })

  // @holds decision 2.3
  test('failed actions can be retried after a restart of Stockie without a new login', async ({
    page,
    stockie,
  }) => {
    // This screen must not be prefetched before the server stops.
    await page.route('**/assets/users-page-*.js', (route) => route.abort())
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    const token = await storedValue(page, 'token')
    await stockie.stop()

    await profilePage(page).submitPasswords('not this one', 'eight blue kettles')
    await expect(page.getByText('Unable to change password.')).toBeVisible()
    // The screen cannot load either. The shell stays.
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(unreachable)
    expect(await storedValue(page, 'token')).toBe(token)

    await stockie.restart()
    await page.unroute('**/assets/users-page-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
    expect(await storedValue(page, 'token')).toBe(token)
  })

  test('a dialog that failed to load opens after a restart of Stockie @long', async ({
    page,
    stockie,
  }) => {
    await page.route('**/assets/category-dialog-*.js', (route) => route.abort())
    await page.goto('/category')
    const create = page.getByRole('main').getByRole('button', { name: 'Create' })
    await expect(create).toBeVisible()
    await stockie.stop()
    await create.click()
    await expect(page.getByText(unreachable)).toBeVisible()
    await expect(create).toBeFocused()

    await stockie.restart()
    await page.unroute('**/assets/category-dialog-*.js')
    await create.click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  for (const [part, files] of [
    ['script', '**/assets/app-*.js'],
    ['style sheet', '**/assets/app-*.css'],
  ] as const) {
    test(`the app reports that its ${part} failed to load and loads it on Try again${longUnless(part === 'script')}`, async ({
      page,
    }) => {
      await page.route(files, (route) => route.abort())
      await page.goto('/sales')
      await expect(page.getByRole('main')).toContainText('Stockie could not be loaded.')
      await page.unroute(files)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
    })
  }

  test('a session that could not be checked is kept and checked again on Try again @long', async ({
    page,
  }) => {
    await page.route('**/api/v1/auth/verify', (route) => route.fulfill({ status: 503 }))
    await page.goto('/sales')
    await expect(page.getByText('so your session could not be checked.')).toBeVisible()
    await expect(page).toHaveURL('/auth/login')
    expect(await storedValue(page, 'token')).not.toBeNull()

    await page.unroute('**/api/v1/auth/verify')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
    await expect(page).toHaveURL('/sales')
  })

  test('the check of the session is retried once if the connection breaks', async ({ page }) => {
    let calls = 0
    await page.route('**/api/v1/auth/verify', (route) => {
      calls += 1
      return calls === 1 ? route.abort() : route.continue()
    })
    await page.goto('/sales')
    await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
    expect(calls).toBe(2)
  })
})
