import type { Page } from '@playwright/test'

import { expect, test } from '../../support/fixtures'
import { appShell } from '../../pages/app-shell'
import { logIn } from '../../pages/login-page'
import { profilePage } from '../../pages/profile/profile-page'
import { keepAsLoaded } from '../../support/held-responses'
import { storedValue } from '../../support/stored-value'

const ended = 'Your session has ended. Please log in again.'

test.beforeEach(({ consoleErrors }) => void consoleErrors.allow(/status of 401/))

test('a changed role ends the session, and a new login returns to the same screen @long', async ({
  page,
  stockie,
  newcomer,
}) => {
  await openAs(page, newcomer, '/purchase/create')
  await stockie.users(['role', newcomer.email, 'manager'])
  await page.reload()

  await expect(page.getByText(ended)).toBeVisible()
  await expect(page).toHaveURL('/auth/login')
  expect(await storedValue(page, 'token')).toBeNull()

  await logIn(page, newcomer)
  await expect(page.getByRole('heading', { name: 'Create Purchase' })).toBeVisible()
  await expect(page).toHaveURL('/purchase/create')
  await page.goto('/profile')
  await expect(page.getByRole('definition').last()).toHaveText('Manager')
})

// @holds spec 4.4, 8.2, asvs 8.3.1
test('a 401 from the API leads to the login page and back to the same screen', async ({
  page,
  stockie,
  newcomer,
}) => {
  await openAs(page, newcomer, '/profile')
  // The poll would notice the end of the session before the form is sent.
  await keepAsLoaded(page)
  const password = 'set by the owner'
  await stockie.users(['password', newcomer.email], password)

  await profilePage(page).submitPasswords(newcomer.password, 'never to be stored')

  await expect(page.getByText(ended)).toBeVisible()
  await expect(page).toHaveURL('/auth/login')
  expect(await storedValue(page, 'token')).toBeNull()
  await expect(page.getByText('Unable to change password')).toHaveCount(0)

  await logIn(page, newcomer)
  await expect(page.getByText('Incorrect email or password.', { exact: true })).toBeVisible()
  await logIn(page, { ...newcomer, password })
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(page).toHaveURL('/profile')
})

test('a removed account cannot sign in again @long', async ({ page, stockie, newcomer }) => {
  await openAs(page, newcomer, '/sales')
  await stockie.users(['remove', newcomer.email])
  await page.reload()
  await expect(page.getByText(ended)).toBeVisible()
  await logIn(page, newcomer)
  await expect(page.getByText('Incorrect email or password.', { exact: true })).toBeVisible()
})

async function openAs(page: Page, account: { email: string; password: string }, path: string) {
  await page.goto(path)
  await logIn(page, account)
  await expect(page).toHaveURL(path)
  await expect(appShell(page).userMenuButton).toBeVisible()
}
