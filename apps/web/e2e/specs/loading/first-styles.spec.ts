import type { Page } from '@playwright/test'

import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { logIn } from '../../pages/login-page'

const styles = '**/assets/app-*.css'

/** How every element is drawn, from the page itself down. */
function looks(page: Page) {
  return page.locator('body, body *').evaluateAll((elements) =>
    elements.map((element) => {
      const style = getComputedStyle(element)
      const names = Array.from(style).filter((name) => !name.startsWith('--'))
      const looked = names.map((name) => `${name}: ${style.getPropertyValue(name)}`)
      return `${element.tagName} ${element.className}\n${looked.join('\n')}`
    }),
  )
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`nothing on the login page looks otherwise with the app's styles, ${colorScheme}, ${width} wide`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      const release = await holdResponses(page, styles)
      const answered = page.waitForResponse(styles)
      await page.goto('/auth/login')
      // Marked as wrong, and one with the focus, which is when the app is asked for.
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText('Please enter your email')).toBeVisible()
      const before = await looks(page)
      expect(before.length).toBeGreaterThan(20)

      release()
      await answered
      await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe(2)
      expect(await looks(page)).toEqual(before)
    })
  }
}

/** Its script has come and its styles have not: it waits, for longer than it takes to draw it. */
async function expectNothingYet(page: Page) {
  await expect(page.getByText('Loading')).toBeAttached()
  await page.evaluate(async () => {
    for (let times = 0; times < 10; times += 1)
      await new Promise((resolve) => requestIdleCallback(resolve))
  })
  await expect(page.locator('[data-slot=shell]')).toHaveCount(0)
}

test('whoever signs in sees nothing of the app before its styles are there', async ({ page }) => {
  const release = await holdResponses(page, styles)
  const app = page.waitForResponse('**/assets/app-*.js')
  await page.goto('/auth/login')
  await logIn(page, accounts.owner)
  await app
  await expectNothingYet(page)
  release()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('whoever signs in after the styles have failed once gets them', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/net::ERR_|preload CSS/)
  await page.route(styles, (route) => route.abort())
  await page.goto('/auth/login')
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'))
  await page.getByLabel('Email').focus()
  await failed
  await page.unroute(styles)
  await logIn(page, accounts.owner)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.locator('[data-slot=shell] > aside')).toHaveCSS('position', 'sticky')
})

test.describe('signed in', () => {
  test.use({ as: 'owner' })

  test('nobody sees anything of the app before its styles are there', async ({ page }) => {
    const release = await holdResponses(page, styles)
    const app = page.waitForResponse('**/assets/app-*.js')
    await page.goto('/sales', { waitUntil: 'commit' })
    await app
    await expectNothingYet(page)
    release()
    await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
  })
})
