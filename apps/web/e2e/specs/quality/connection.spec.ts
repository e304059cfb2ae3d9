import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { logIn } from '../../pages/login-page'
import { storedValue } from '../../support/stored-value'

const unreachable = 'Stockie cannot be reached. Please check your connection and try again.'

test.beforeEach(({ consoleErrors }) => {
  consoleErrors.allow(
    /net::ERR_|status of (422|503)|dynamically imported module|preload CSS|cannot be reached/,
  )
})

test('the login page says that Stockie is gone, and works when it is back', async ({
  page,
  stockie,
}) => {
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  // Before a field was touched, so that nothing that comes later is there yet.
  await stockie.stop()
  await logIn(page, accounts.owner)
  await expect(page.getByText(unreachable)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(accounts.owner.email)

  await stockie.restart()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('what the API alone refuses stands at its field', async ({ page }) => {
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

test.describe('signed in', () => {
  test.use({ as: 'cashier' })

  // @holds decision 2.3
  test('what fails while Stockie is gone can be done again when it is back, without a new login', async ({
    page,
    stockie,
  }) => {
    // A screen that was not fetched before the server went away.
    await page.route('**/assets/users-page-*.js', (route) => route.abort())
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    const token = await storedValue(page, 'token')
    await stockie.stop()

    await page.getByLabel('Current password', { exact: true }).fill('not this one')
    await page.getByLabel('New password', { exact: true }).fill('eight blue kettles')
    await page.getByLabel('Repeat new password', { exact: true }).fill('eight blue kettles')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByText('Unable to change password.')).toBeVisible()
    // It cannot come either; the shell stays.
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

  test('a dialog that cannot come while Stockie is gone comes when it is back', async ({
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

  for (const [what, files] of [
    ['an app that', '**/assets/app-*.js'],
    ['an app whose styles', '**/assets/app-*.css'],
  ] as const) {
    test(`${what} cannot come from a server that is there says so, and comes on demand`, async ({
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

  test('a session that could not be checked is kept, and checked again on demand', async ({
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

  test('a server that restarts in this very moment is asked again by itself', async ({ page }) => {
    let asked = 0
    await page.route('**/api/v1/auth/verify', (route) => {
      asked += 1
      return asked === 1 ? route.abort() : route.continue()
    })
    await page.goto('/sales')
    await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
    expect(asked).toBe(2)
  })
})
