import type { Locator, Page } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'

test('login, navigation and logout work by keyboard', async ({ page }) => {
  await page.goto('/auth/login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(accounts.cashier.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(accounts.cashier.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: 'Sales', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()

  // Backwards, to avoid all rows of the list.
  await tabTo(page, appShell(page).userMenuButton, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test.describe('as the owner', () => {
  test.use({ as: 'owner' })

  test('the first Tab offers to skip the navigation', async ({ page }) => {
    await page.goto('/user')
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
  })

  test('a header menu closes on Escape and returns the focus', async ({ page }) => {
    await page.goto('/user')
    for (const name of ['Theme', 'User menu']) {
      const button = page.getByRole('button', { name })
      await tabTo(page, button)
      await page.keyboard.press('Space')
      await expect(page.getByRole('menu')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
      await expect(button).toBeFocused()
    }
  })
})

/** Presses Tab until the target has the focus. Fails after 40 presses. */
async function tabTo(page: Page, target: Locator, key = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

test.describe('as a cashier', () => {
  test.use({ as: 'cashier' })

  test('Tab moves from the form through a toast to the start of the page', async ({ page }) => {
    await page.goto('/sales/create')
    const submit = page.getByRole('button', { name: 'Submit' })
    await submit.click()
    await expect(page.getByText('Please select a customer.')).toBeVisible()
    // The toast stays while the pointer is on it.
    await page.getByText('Please select a customer.').hover()
    await submit.focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('listitem').filter({ hasText: 'Please select' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  })
})
