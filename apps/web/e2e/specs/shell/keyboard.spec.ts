import type { Page } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { tabTo } from '../../support/tab-to'

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

  test('the first Tab offers to skip the navigation @long', async ({ page }) => {
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

  test('a header menu closes on Escape and returns the focus @long', async ({ page }) => {
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

test.describe('as a cashier', () => {
  test.use({ as: 'cashier' })

  test('Tab moves from the form through a toast to the start of the page', async ({ page }) => {
    await page.goto('/sales/create')
    const submit = page.getByRole('button', { name: 'Submit' })
    const toast = page.getByRole('listitem').filter({ hasText: 'Please select a customer.' })
    // The toast stays while the pointer is on it. On a slow machine it may disappear before.
    await expect(async () => {
      await submit.click()
      await toast.first().hover({ timeout: 3_000 })
      await submit.focus()
      await page.keyboard.press('Tab')
      await expect(page.locator('li:focus')).toContainText('Please select', { timeout: 1_000 })
    }).toPass()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  })

  for (const width of [1280, 390]) {
    test(`quick Tabs leave a toast after one stop at ${width} px @long`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/sales/create')
      await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
      await page.keyboard.press('Control+Enter')
      // The toast stays while the pointer is on it.
      await page.getByText('Please select a customer.').hover()
      const readFocused = await recordFocus(page)
      for (let presses = 0; presses < 14; presses++) await page.keyboard.press('Tab')
      const focused = await readFocused()
      expect(focused.slice(focused.indexOf('Submit'))).toEqual([
        'Submit',
        'Please select a customer.',
        'Skip to content',
        expect.any(String),
      ])
    })
  }
})

/** Records the text of each element that gets the focus. */
async function recordFocus(page: Page) {
  const texts = await page.evaluateHandle(() => {
    const focused: string[] = []
    const record = ({ target }: FocusEvent) => focused.push((target as Element).textContent)
    document.addEventListener('focusin', record, { capture: true })
    return focused
  })
  return () => texts.jsonValue()
}
