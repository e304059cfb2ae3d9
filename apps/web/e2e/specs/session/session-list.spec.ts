import { appShell } from '../../pages/app-shell'
import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'
import { logIn } from '../../pages/login-page'

const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height } })

    // @holds asvs 7.5.2
    test(`the session of a stolen phone is ended by keyboard, and the phone shows the login${longUnless(width === 390)}`, async ({
      page,
      browser,
      stockie,
      newcomer,
      consoleErrors,
    }) => {
      const elsewhere = await browser.newContext({
        baseURL: stockie.url,
        storageState: undefined,
        userAgent: phone,
      })
      const stolen = await elsewhere.newPage()
      await stolen.goto('/customer')
      await logIn(stolen, newcomer)
      await expect(stolen.getByRole('heading', { name: 'Customer Management' })).toBeVisible()

      await page.goto('/profile')
      await logIn(page, newcomer)
      const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
      await expect(rows).toHaveCount(2)
      await expect(rows.first()).toContainText('This device')
      await expect(rows.last()).toContainText('Chrome on Android')
      const end = page.getByRole('button', { name: /^End the session of Chrome on Android/ })
      await end.focus()
      await page.keyboard.press('Enter')
      await expect(appShell(page).toast(/^Session ended\./)).toBeVisible()
      await expect(rows).toHaveCount(1)

      await stolen.reload()
      await expect(stolen.getByText('Your session has ended.')).toBeVisible()
      await elsewhere.close()
      await page.reload()
      await expect(rows).toHaveCount(1)
      expect(consoleErrors.unexpected()).toEqual([])
    })
  })
}
