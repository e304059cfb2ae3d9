import type { Page } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { expect, test } from '../../support/fixtures'
import { listPage } from '../../pages/list-page'
import { listScreens } from '../../pages/list-screens'

test.use({ as: 'owner' })

test('every list reports that Stockie is unreachable and loads after a restart @long', async ({
  page,
  stockie,
  consoleErrors,
}) => {
  consoleErrors.allow(/net::ERR_/)
  await page.clock.install()
  const arePagesFetched = watchFetchedPages(page)
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
  await expect.poll(arePagesFetched).toBe(true)
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

/** Tells whether the purchase list, the only list that is fetched ahead, has arrived with the files it imports. */
function watchFetchedPages(page: Page) {
  const fetched = new Set<string>()
  page.on('requestfinished', (request) => void fetched.add(request.url()))
  return async () => {
    const preloads = page.locator('link[rel="modulepreload"], link[rel="stylesheet"]')
    const files = await preloads.evaluateAll((links) =>
      links.map((link) => (link as HTMLLinkElement).href),
    )
    const hasList = [...fetched].some((url) => url.includes('/assets/purchases-page-'))
    return hasList && files.every((url) => fetched.has(url))
  }
}
