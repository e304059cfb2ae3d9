import { appShell } from '../../pages/app-shell'
import { logIn } from '../../pages/login-page'
import { profilePage } from '../../pages/profile/profile-page'
import { staffPage } from '../../pages/profile/staff-page'
import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'
import type { ShopApi } from '../../support/shop-api'
import type { Stockie } from '../../support/stockie'
import { tabTo } from '../../support/tab-to'

test.use({ as: 'owner' })

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height } })

    // @holds asvs 6.4.1
    test(`the owner adds an account by keyboard, and its user must choose a password first${longUnless(width === 1280)}`, async ({
      page,
      browser,
      stockie,
      consoleErrors,
    }) => {
      const name = `Mia at ${width} px`
      const email = `mia-${width}@shop.test`
      const staff = staffPage(page)
      await page.goto('/profile')
      await tabTo(page, page.getByRole('link', { name: 'Staff' }))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/profile\?tab=staff$/)
      await tabTo(page, staff.add)
      await page.keyboard.press('Enter')
      await page.getByLabel('Name').pressSequentially(name)
      await page.keyboard.press('Tab')
      await page.keyboard.type(email)
      await page.keyboard.press('Enter')
      await expect(staff.passwordDialog).toBeVisible()
      const password = await staff.takePassword()
      await expect(staff.add).toBeFocused()
      await expect(staff.row(name)).toContainText('One-time password')
      await expect(staff.row(name)).toContainText('Cashier')

      const elsewhere = await browser.newContext({ baseURL: stockie.url, storageState: undefined })
      const till = await elsewhere.newPage()
      await till.goto('/customer')
      await logIn(till, { email, password })
      await expect(till.getByRole('dialog', { name: 'Choose a Password' })).toBeVisible()
      await till.keyboard.press('Escape')
      await till.reload()
      await till.getByLabel('One-time password', { exact: true }).fill(password)
      await till.getByLabel('New password', { exact: true }).fill('seven green bottles')
      await till.getByLabel('Repeat new password', { exact: true }).fill('seven green bottles')
      await till.keyboard.press('Enter')
      await expect(till.getByRole('heading', { name: 'Customer Management' })).toBeVisible()
      await elsewhere.close()

      await page.reload()
      await expect(staff.row(name)).toContainText('1 session')
      await expect(staff.row(name)).not.toContainText('One-time password')
      expect(consoleErrors.unexpected()).toEqual([])
    })
  })
}

// @holds asvs 7.4.5
test('a new role, a new password and a removal take effect at once on the other device @long', async ({
  page,
  browser,
  stockie,
  newcomer,
}) => {
  const staff = staffPage(page)
  const elsewhere = await browser.newContext({ baseURL: stockie.url, storageState: undefined })
  const till = await elsewhere.newPage()
  const sessionEnded = till.getByText('Your session has ended.')
  await till.goto('/customer')
  await logIn(till, newcomer)
  await expect(till.getByRole('heading', { name: 'Customer Management' })).toBeVisible()

  await page.goto(staff.path)
  await staff.choose(newcomer.name, 'Edit')
  await page.getByLabel('Role').selectOption('Manager')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(appShell(page).toast(/^Account updated successfully\./)).toBeVisible()
  await expect(staff.row(newcomer.name)).toContainText('Manager')
  await expect(staff.row(newcomer.name)).toContainText('0 sessions')
  await expect(staff.actions(newcomer.name)).toBeFocused()
  await till.reload()
  await expect(sessionEnded).toBeVisible()

  await logIn(till, newcomer)
  await expect(till.getByRole('heading', { name: 'Customer Management' })).toBeVisible()
  await staff.choose(newcomer.name, 'New password')
  await page.getByRole('button', { name: 'Create password' }).click()
  await expect(staff.passwordDialog).toContainText(newcomer.email)
  const password = await staff.takePassword()
  await till.reload()
  await expect(sessionEnded).toBeVisible()
  await logIn(till, { ...newcomer, password })
  await expect(till.getByRole('dialog', { name: 'Choose a Password' })).toBeVisible()
  await till.getByRole('button', { name: 'Log out' }).click()
  await expect(till.getByRole('heading', { name: 'Login' })).toBeVisible()

  await staff.choose(newcomer.name, 'Remove')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(appShell(page).toast(/^Account removed successfully\./)).toBeVisible()
  await expect(staff.row(newcomer.name)).toHaveCount(0)
  await elsewhere.close()
})

test('an account whose answer was lost is saved again, and signs in with the password that is shown @long', async ({
  page,
  stockie,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 422|ERR_FAILED/)
  const mia = { name: 'Mia of the lost answer', email: 'mia-lost@shop.test', role: 'Cashier' }
  const staff = staffPage(page)
  let isLost = false
  await page.route('**/api/v1/users', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await page.goto(staff.path)
  await staff.add.click()
  await page.getByLabel('Name').fill(mia.name)
  await page.getByLabel('Email').fill(mia.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('it is added only once')
  await expect(page.getByText(mia.email)).toHaveCount(1)
  await page.getByRole('button', { name: 'Save' }).click()
  const password = await staff.takePassword()
  await stockie.newToken({ ...mia, password })
  await expect(staff.row(mia.name)).toHaveCount(1)
})

test('the sessions of an account end from its menu @long', async ({ page, stockie, newcomer }) => {
  const staff = staffPage(page)
  await stockie.newToken(newcomer)
  await page.goto(staff.path)
  await expect(staff.row(newcomer.name)).toContainText('1 session')
  await staff.choose(newcomer.name, 'End sessions')
  const toast = appShell(page).toast(new RegExp(`^${newcomer.name} was signed out everywhere\\.`))
  await expect(toast).toBeVisible()
  await expect(staff.row(newcomer.name)).toContainText('0 sessions')
})

test('a refused change says why and changes nothing @long', async ({
  page,
  shop,
  stockie,
  newcomer,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 4(09|22)/)
  await demoteOtherOwners(shop, stockie)
  const staff = staffPage(page)
  const { owner } = accounts
  await page.goto(staff.path)
  await staff.choose(newcomer.name, 'Edit')
  const email = page.getByLabel('Email')
  await email.fill(owner.email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText(`There is already an account for ${owner.email}.`, { exact: true }),
  ).toBeVisible()
  await expect(email).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await staff.choose(owner.name, 'Edit')
  await page.getByLabel('Role').selectOption('Cashier')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    `Error: ${owner.email} is the only owner left: make another account an owner first.`,
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(staff.row(owner.name)).toContainText('Owner')
  await expect(staff.row(newcomer.name)).toContainText(newcomer.email)
})

test('an owner can neither remove nor sign out the own account @long', async ({ page }) => {
  const staff = staffPage(page)
  await page.goto(staff.path)
  await staff.actions(accounts.owner.name).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit'])
})

test('a kept form opens again after a reload @long', async ({ page, newcomer }) => {
  const staff = staffPage(page)
  await page.goto(staff.path)
  await staff.choose(newcomer.name, 'Edit')
  await page.getByLabel('Name').fill('Mia Castellano')
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Mia Castellano')
})

/** Other tests of the same shop may have added owners. */
async function demoteOtherOwners(shop: ShopApi, stockie: Stockie) {
  for (const { email, role } of await shop.list<{ email: string; role: number }>('users')) {
    if (role === 1 && email !== accounts.owner.email) {
      await stockie.users(['role', email, 'cashier'])
    }
  }
}

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test('has no Staff tab @long', async ({ page }) => {
    await page.goto(staffPage(page).path)
    await expect(profilePage(page).currentPassword).toBeVisible()
    await expect(page.getByRole('link', { name: 'Staff' })).toHaveCount(0)
  })
})
