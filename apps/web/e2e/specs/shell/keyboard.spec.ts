import type { Locator, Page } from '@playwright/test'

import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'

test('signs in, works and signs out by keyboard alone', async ({ page }) => {
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

  // Back, and not through all rows of the list.
  await tabTo(page, page.getByRole('button', { name: 'User menu' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test.describe('signed in', () => {
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

  test('a menu closes on Escape and gives the focus back', async ({ page }) => {
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

/** Presses Tab until it is reached, as one would; never reaching it is a failure. */
async function tabTo(page: Page, target: Locator, key = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

test.describe('signed in', () => {
  test.use({ as: 'cashier' })

  test('Tab leads past a toast, and not back to where it came from', async ({ page }) => {
    await page.goto('/sales/create')
    const submit = page.getByRole('button', { name: 'Submit' })
    await submit.click()
    await expect(page.getByText('Please select a customer.')).toBeVisible()
    // While the pointer is on it, it stays.
    await page.getByText('Please select a customer.').hover()
    await submit.focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('listitem').filter({ hasText: 'Please select' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  })
})
