import type { Page } from '@playwright/test'

import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { logIn } from '../../pages/login-page'

const styles = '**/assets/app-*.css'

/** Returns the computed styles of the body and all its elements. */
function computedStyles(page: Page) {
  return page.locator('body, body *').evaluateAll((elements) =>
    elements.map((element) => {
      const style = getComputedStyle(element)
      const names = Array.from(style).filter((name) => !name.startsWith('--'))
      const properties = names.map((name) => `${name}: ${style.getPropertyValue(name)}`)
      return `${element.tagName} ${element.className}\n${properties.join('\n')}`
    }),
  )
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`the login page looks the same with the app's styles, ${colorScheme}, ${width} px wide @long`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      const release = await holdResponses(page, styles)
      const stylesResponse = page.waitForResponse(styles)
      await page.goto('/auth/login')
      // Submitting marks the fields as invalid and focuses the first. The focus makes the page load the app.
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText('Please enter your email')).toBeVisible()
      const before = await computedStyles(page)
      expect(before.length).toBeGreaterThan(20)

      release()
      await stylesResponse
      await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe(2)
      expect(await computedStyles(page)).toEqual(before)
    })
  }
}

/** Expects that the app waits for its styles, for longer than rendering takes. */
async function expectNoShell(page: Page) {
  await expect(page.getByText('Loading')).toBeAttached()
  await page.evaluate(async () => {
    for (let times = 0; times < 10; times += 1)
      await new Promise((resolve) => requestIdleCallback(resolve))
  })
  await expect(page.locator('[data-slot=shell]')).toHaveCount(0)
}

test('the app is not visible after a login until its styles have loaded', async ({ page }) => {
  const release = await holdResponses(page, styles)
  const app = page.waitForResponse('**/assets/app-*.js')
  await page.goto('/auth/login')
  await logIn(page, accounts.owner)
  await app
  await expectNoShell(page)
  release()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('a login loads the styles again after they failed to load once @long', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/net::ERR_|preload CSS/)
  await page.route(styles, (route) => route.abort())
  await page.goto('/auth/login')
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'))
  await page.getByLabel('Password', { exact: true }).focus()
  await failed
  await page.unroute(styles)
  await logIn(page, accounts.owner)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.locator('[data-slot=shell] > aside')).toHaveCSS('position', 'sticky')
})

test.describe('with a session', () => {
  test.use({ as: 'owner' })

  test('the app is not visible until its styles have loaded @long', async ({ page }) => {
    const release = await holdResponses(page, styles)
    const app = page.waitForResponse('**/assets/app-*.js')
    await page.goto('/sales', { waitUntil: 'commit' })
    await app
    await expectNoShell(page)
    release()
    await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
  })
})
