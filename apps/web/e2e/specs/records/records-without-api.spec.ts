import { expect, test } from '../../support/fixtures'
import { listPage } from '../../pages/list-page'
import { listScreens } from '../../pages/list-screens'

test.use({ as: 'owner' })

test('every list says that it cannot be loaded while Stockie is gone, and loads when it is back', async ({
  page,
  stockie,
  consoleErrors,
}) => {
  consoleErrors.allow(/net::ERR_/)
  await page.clock.install()
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
  // Every screen has been fetched ahead.
  await page.clock.runFor(2000)
  await page.waitForLoadState('networkidle')
  await stockie.stop()
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  for (const screen of listScreens) {
    await sidebar.locator(`a[href="${screen.path}"]`).click()
    const list = listPage(page, screen)
    await expect(list.heading).toBeVisible()
    await expect(page.getByText(screen.loading)).toBeVisible()
    // The two times that it tries again by itself.
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
