import { accounts, type AccountName } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'
import { logIn } from '../../pages/login-page'
import { profilePage } from '../../pages/profile/profile-page'
import { storedValue } from '../../support/stored-value'

for (const accountName of ['owner', 'manager', 'cashier'] satisfies AccountName[]) {
  test.describe(`as ${accountName}`, () => {
    test.use({ as: accountName })

    test(`the profile shows the ${accountName}'s name, e-mail and role${longUnless(accountName === 'cashier')}`, async ({
      page,
    }) => {
      await page.goto('/profile')
      const { name, email, role } = accounts[accountName]
      await expect(page.getByRole('term')).toHaveText(['Name', 'Email', 'Role'])
      await expect(page.getByRole('definition')).toHaveText([name, email, role])
    })
  })
}

// @holds decision 21.3, asvs 6.2.2
test('a new password ends every session except the current one', async ({
  page,
  browser,
  stockie,
  newcomer,
  consoleErrors,
}) => {
  const elsewhere = await browser.newContext({ baseURL: stockie.url, storageState: undefined })
  const otherPage = await elsewhere.newPage()
  for (const tab of [page, otherPage]) {
    await tab.goto('/profile')
    await logIn(tab, newcomer)
    await expect(tab.getByRole('heading', { name: 'Profile' })).toBeVisible()
  }
  // An open page would notice the end by itself, at any moment.
  await otherPage.goto('about:blank')
  const before = await storedValue(page, 'token')

  const chosen = 'eight blue kettles'
  const profile = profilePage(page)
  await profile.submitPasswords(newcomer.password, chosen)
  await expect(page.getByText('Password changed successfully.')).toBeVisible()
  await expect(profile.currentPassword).toHaveValue('')
  await expect(profile.newPassword).toHaveValue('')
  expect(await storedValue(page, 'token')).not.toBe(before)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()

  await otherPage.goto('/profile')
  await expect(otherPage.getByText('Your session has ended.')).toBeVisible()
  await logIn(otherPage, newcomer)
  await expect(otherPage.getByText('Incorrect email or password.')).toBeVisible()
  await logIn(otherPage, { ...newcomer, password: chosen })
  await expect(otherPage.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await elsewhere.close()
  expect(consoleErrors.unexpected()).toEqual([])
})

// @holds asvs 6.2.3
test('a wrong current password changes nothing and ends no session @long', async ({
  page,
  newcomer,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 422/)
  await page.goto('/profile')
  await logIn(page, newcomer)
  const profile = profilePage(page)
  await profile.submitPasswords('not this one', 'eight blue kettles')

  await expect(profile.currentPassword).toHaveAccessibleDescription(
    'The current password is not correct.',
  )
  await expect(profile.currentPassword).toBeFocused()
  const toast = 'Unable to change password. Please check your input and try again.'
  await expect(page.getByText(toast)).toBeVisible()

  await profile.currentPassword.fill(newcomer.password)
  await profile.changePassword.click()
  await expect(page.getByText('Password changed successfully.')).toBeVisible()
})

test.describe('as the owner', () => {
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
  test('each rule for a new password shows its message at the field and sends nothing @long', async ({
    page,
  }) => {
    const sent: string[] = []
    const profile = profilePage(page)
    await page.route('**/api/v1/auth/password', (route) => void sent.push(route.request().url()))
    await page.goto('/profile')
    await profile.changePassword.click()
    await expect(profile.currentPassword).toHaveAccessibleDescription(
      'Please enter your current password',
    )
    await expect(profile.newPassword).toHaveAccessibleDescription('Please enter a new password')
    for (const [chosen, repeated, label, message] of rules) {
      await profile.submitPasswords(accounts.owner.password, chosen, repeated)
      const field = page.getByLabel(label, { exact: true })
      await expect(field).toHaveAccessibleDescription(message)
      await expect(field).toBeFocused()
    }
    expect(sent).toEqual([])
  })
})
