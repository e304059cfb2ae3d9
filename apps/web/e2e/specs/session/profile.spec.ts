import type { Page } from '@playwright/test'

import { accounts, type AccountName } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { logIn } from '../../pages/login-page'
import { storedValue } from '../../support/stored-value'

for (const who of ['owner', 'manager', 'cashier'] satisfies AccountName[]) {
  test.describe(`as ${who}`, () => {
    test.use({ as: who })

    test(`shows the ${who}'s name, e-mail and role`, async ({ page }) => {
      await page.goto('/profile')
      const { name, email, role } = accounts[who]
      await expect(page.getByRole('term')).toHaveText(['Name', 'Email', 'Role'])
      await expect(page.getByRole('definition')).toHaveText([name, email, role])
    })
  })
}

// @holds decision 21.3, asvs 6.2.2
test('a new password ends every other session, and this one goes on', async ({
  page,
  browser,
  stockie,
  newcomer,
  consoleErrors,
}) => {
  const elsewhere = await browser.newContext({ baseURL: stockie.url, storageState: undefined })
  const otherPage = await elsewhere.newPage()
  for (const each of [page, otherPage]) {
    await each.goto('/profile')
    await logIn(each, newcomer)
    await expect(each.getByRole('heading', { name: 'Profile' })).toBeVisible()
  }
  const before = await storedValue(page, 'token')

  const chosen = 'eight blue kettles'
  await change(page, newcomer.password, chosen)
  await expect(page.getByText('Password changed successfully.')).toBeVisible()
  await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('')
  expect(await storedValue(page, 'token')).not.toBe(before)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()

  await otherPage.reload()
  await expect(otherPage.getByText('Your session has ended.')).toBeVisible()
  await logIn(otherPage, newcomer)
  await expect(otherPage.getByText('Incorrect email or password.')).toBeVisible()
  await logIn(otherPage, { ...newcomer, password: chosen })
  await expect(otherPage.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await elsewhere.close()
  expect(consoleErrors.unexpected()).toEqual([])
})

// @holds asvs 6.2.3
test('a wrong current password changes nothing and ends nothing', async ({
  page,
  newcomer,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 422/)
  await page.goto('/profile')
  await logIn(page, newcomer)
  await change(page, 'not this one', 'eight blue kettles')

  const current = page.getByLabel('Current password', { exact: true })
  await expect(current).toHaveAccessibleDescription('The current password is not correct.')
  await expect(current).toBeFocused()
  const toast = 'Unable to change password. Please check your input and try again.'
  await expect(page.getByText(toast)).toBeVisible()

  await current.fill(newcomer.password)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password changed successfully.')).toBeVisible()
})

test.describe('before anything is sent', () => {
  test.use({ as: 'owner' })

  const rules = [
    ['short', 'short', 'New password', 'Password must be at least 8 characters long'],
    [
      'password1',
      'password1',
      'New password',
      'Password is one of the most common ones: please choose another',
    ],
    [
      'eight blue kettles',
      'eight blue cattle',
      'Repeat new password',
      'The passwords do not match',
    ],
  ] as const

  // @holds asvs 6.2.1
  test('every rule for a new password is told at its field', async ({ page }) => {
    const sent: string[] = []
    await page.route('**/api/v1/auth/password', (route) => void sent.push(route.request().url()))
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(
      'Please enter your current password',
    )
    await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
      'Please enter a new password',
    )
    for (const [chosen, repeated, label, message] of rules) {
      await change(page, accounts.owner.password, chosen, repeated)
      const field = page.getByLabel(label, { exact: true })
      await expect(field).toHaveAccessibleDescription(message)
      await expect(field).toBeFocused()
    }
    expect(sent).toEqual([])
  })
})

async function change(page: Page, current: string, chosen: string, repeated = chosen) {
  await page.getByLabel('Current password', { exact: true }).fill(current)
  await page.getByLabel('New password', { exact: true }).fill(chosen)
  await page.getByLabel('Repeat new password', { exact: true }).fill(repeated)
  await page.getByRole('button', { name: 'Change Password' }).click()
}
