import { appShell } from '../../pages/app-shell'
import { expect, test } from '../../support/fixtures'
import { publicScreens } from '../../pages/all-screens'

const profileChunk = '**/assets/profile-page-*.js'

// @holds spec 2.6, 2.35-2.37, 8.52
test('the error pages open without a login and offer Go Back and Back to Home', async ({
  page,
}) => {
  const errorPages = publicScreens.filter((screen) => screen.path !== '/auth/login')
  for (const { path, heading } of errorPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveTitle(`${heading} · Stockie`)
    await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible()
  }
})

// @holds spec 2.7, decision 25.1
test('an unknown path shows the 404 page', async ({ page }) => {
  for (const path of ['/nowhere', '/sales/create/more', '/auth', '/customer/7?x=1']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found!' })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
})

test.describe('with a session', () => {
  test.use({ as: 'owner' })

  // @holds spec 2.35, 2.36
  test('Back to Home and Go Back lead to the dashboard without a previous page @long', async ({
    page,
  }) => {
    await page.goto('/')
    for (const exit of ['button', 'link'] as const) {
      const opened = page.context().waitForEvent('page')
      await page.evaluate(() => window.open('/nowhere', '_blank', 'noopener'))
      const tab = await opened
      await tab.getByRole(exit, { name: /Back/ }).click()
      await expect(tab.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      await expect(tab).toHaveURL('/')
      // The tab has a next page now, but no previous one.
      await tab.goBack()
      await tab.getByRole('button', { name: 'Go Back' }).click()
      await expect(tab).toHaveURL('/')
      await tab.close()
    }
  })

  test('Go Back leads to the dashboard if a browser without the Navigation API has only a next page @long', async ({
    page,
    context,
  }) => {
    await context.addInitScript(() => {
      Object.defineProperty(window, 'navigation', { value: undefined })
    })
    await page.goto('/')
    const opened = context.waitForEvent('page')
    await page.evaluate(() => window.open('/nowhere', '_blank', 'noopener'))
    const tab = await opened
    await tab.getByRole('link', { name: 'Back to Home' }).click()
    await expect(tab.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await tab.goBack()
    await tab.getByRole('button', { name: 'Go Back' }).click()
    await expect(tab).toHaveURL('/')
    await expect(tab.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })

  test('Go Back waits for a previous page of another site that answers slowly @long', async ({
    page,
    context,
  }) => {
    await page.goto('/')
    const from: string[] = []
    await context.route('http://other.test/**', async (route) => {
      if (from.length > 0) await new Promise((resolve) => setTimeout(resolve, 2000))
      from.push(new URL(page.url()).pathname)
      await route.fulfill({
        contentType: 'text/html',
        headers: { 'Cache-Control': 'no-store' },
        body: '<title>Other site</title>',
      })
    })
    await page.goto('http://other.test/')
    await page.goto('/nowhere')
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveTitle('Other site')
    expect(from.at(1)).toBe('/nowhere')
  })

  test('Go Back on an error page whose address was typed leads to the page before it @long', async ({
    page,
  }) => {
    for (const path of ['/500', '/404', '/401', '/nowhere']) {
      await page.goto('/sales')
      await page.goto(path)
      await page.getByRole('button', { name: 'Go Back' }).click()
      await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
    }
  })

  test('a screen that fails to load shows the 500 page in the shell and reloads on demand', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 404|dynamically imported module/)
    await page.route(profileChunk, (route) => route.fulfill({ status: 404 }))
    await page.goto('/sales')
    await appShell(page).openAccount()

    await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
    await expect(page).toHaveURL('/profile')
    await expect(appShell(page).sidebar).toBeVisible()

    await page.unroute(profileChunk)
    await page.getByRole('button', { name: 'Reload this page' }).click()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
  })

  test('the 500 page does not block the sidebar and Go Back @long', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 404|dynamically imported module/)
    await page.route(profileChunk, (route) => route.fulfill({ status: 404 }))
    await page.goto('/')
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
    await page.getByRole('link', { name: 'Customers' }).click()
    await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })

  test('an old tab reloads once after an update and shows the requested screen', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 404|dynamically imported module/)
    let loads = 0
    page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0))
    await page.route(profileChunk, (route) =>
      loads === 1 ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await page.goto('/sales')
    await appShell(page).openAccount()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    expect(loads).toBe(2)
  })
})
