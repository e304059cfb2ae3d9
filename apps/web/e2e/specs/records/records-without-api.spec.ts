import { appShell } from '../../pages/app-shell'
import { expect, test } from '../../support/fixtures'
import { listPage } from '../../pages/list-page'
import { listScreens } from '../../pages/list-screens'

test.use({ as: 'owner' })

test('every list reports that Stockie is unreachable and loads after a restart', async ({
  page,
  stockie,
  consoleErrors,
}) => {
  consoleErrors.allow(/net::ERR_/)
  await page.clock.install()
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
  // Wait until every screen is prefetched.
  await page.clock.runFor(2000)
  await page.waitForLoadState('networkidle')
  await stockie.stop()
  const { sidebar } = appShell(page)
  for (const screen of listScreens) {
    await sidebar.locator(`a[href="${screen.path}"]`).click()
    const list = listPage(page, screen)
    await expect(list.heading).toBeVisible()
    await expect(page.getByText(screen.loading)).toBeVisible()
    // Skip the two automatic retries.
    await page.clock.runFor(5000)
    await expect(page.getByRole('main').getByText(screen.failed)).toBeVisible()
  }

  await stockie.restart()
  for (const screen of listScreens) {
    await sidebar.locator(`a[href="${screen.path}"]`).click()
    const list = listPage(page, screen)
    await expect(list.heading).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^Select all/ })).toBeEnabled()
    await expect(page.getByRole('main').getByText(screen.failed)).toHaveCount(0)
  }
})
