import type { Page } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { longUnless } from '../../support/long-form'
import { storedValue } from '../../support/stored-value'

const colors = { light: '#ffffff', dark: '#101715' }

test.use({ as: 'owner' })

// @holds spec 1.18-1.22, decision 17.1
test('the theme follows the device until the user chooses another', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/user')
  await expectTheme(page, 'dark')
  expect(await storedValue(page, 'stockie-ui-theme')).toBeNull()
  await page.emulateMedia({ colorScheme: 'light' })
  await expectTheme(page, 'light')

  await appShell(page).chooseTheme('Dark')
  await expectTheme(page, 'dark')
  expect(await storedValue(page, 'stockie-ui-theme')).toBe('dark')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
  await expectTheme(page, 'dark')

  await page.emulateMedia({ colorScheme: 'dark' })
  await appShell(page).chooseTheme('Light')
  await expectTheme(page, 'light')

  await appShell(page).chooseTheme('System')
  await expectTheme(page, 'dark')
  expect(await storedValue(page, 'stockie-ui-theme')).toBe('system')
})

// @holds spec 1.22, 2.28
test('the theme menu marks the current theme @long', async ({ page }) => {
  await page.goto('/user')
  await appShell(page).openThemeMenu()
  const options = page.getByRole('menuitemradio')
  await expect(options).toHaveText(['Light', 'Dark', 'System'])
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('System')
})

for (const [preference, device] of [
  ['dark', 'light'],
  ['light', 'dark'],
] as const) {
  test(`the first paint is ${preference} on a ${device} device before any script of the app loads${longUnless(preference === 'dark')}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: device })
    await page.goto('/404')
    await page.evaluate((theme) => localStorage.setItem('stockie-ui-theme', theme), preference)

    const release = await holdResponses(page, /\/assets\/.*\.js$/)
    await page.goto('/user', { waitUntil: 'commit' })
    await expectTheme(page, preference)
    await expect(page.locator('#root')).toBeEmpty()
    const painted = await background(page)
    expect(painted).toMatch(preference === 'dark' ? /^oklch\(0\.1/ : /^oklch\(0\.98/)

    release()
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
    await expectTheme(page, preference)
    expect(await background(page)).toBe(painted)
  })
}

async function expectTheme(page: Page, theme: keyof typeof colors) {
  const html = page.locator('html')
  await expect(html).toHaveClass(theme === 'dark' ? 'dark' : '')
  await expect(html).toHaveCSS('color-scheme', theme)
  const color = page.locator('meta[name="theme-color"]')
  await expect(color).toHaveAttribute('content', colors[theme])
}

/** Returns the background colour. Style sheets block the first paint, so this waits only for them. */
async function background(page: Page) {
  const body = page.locator('body')
  await expect(body).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  return body.evaluate((element) => getComputedStyle(element).backgroundColor)
}
