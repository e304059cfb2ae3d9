import { appShell } from '../../pages/app-shell'
import {
  closeByBack,
  expectUsers,
  openAfterUsers,
  pressBackInOverlay,
  waitForEntry,
} from '../../pages/browser-buttons'
import { viewportSizes } from '../../pages/screen-states'
import { expect, test } from '../../support/fixtures'

test.use({ as: 'cashier', viewport: viewportSizes.small })

test('Back closes the drawer, and a page chosen in it follows the page below @long', async ({
  page,
}) => {
  const { drawer, drawerButton } = appShell(page)
  await openAfterUsers(page, '/supplier')
  await drawerButton.click()
  await expect(drawer).toBeVisible()
  await closeByBack(page)
  await expect(drawer).toHaveCount(0)
  await expect(drawerButton).toBeFocused()
  await expect(page).toHaveURL('/supplier')

  await drawerButton.click()
  await waitForEntry(page, true)
  await drawer.getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeVisible()
  await expect(drawer).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Supplier Management' })).toBeVisible()
  await page.goBack()
  await expectUsers(page)
})

test('Back closes a calendar, then its range picker, then a menu @long', async ({ page }) => {
  await openAfterUsers(page, '/expense')
  const picker = page.getByRole('dialog', { name: 'Date range' })
  await page.getByRole('button', { name: /Today/ }).click()
  await page.getByRole('button', { name: /From Date/ }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await pressBackInOverlay(page)
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(picker).toBeVisible()
  await closeByBack(page)
  await expect(picker).toHaveCount(0)

  await appShell(page).userMenuButton.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await closeByBack(page)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page).toHaveURL('/expense')
  await page.goBack()
  await expectUsers(page)
})

test('the page stays where it was scrolled to below an open menu @long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/product')
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.getByRole('button', { name: 'View' }).click()
  await waitForEntry(page, true)
  await page.evaluate(() => window.scrollBy(0, 300))
  expect(await scrolled()).toBe(300)
  await page.mouse.click(5, 450)
  // The browser restores the position of the entry before the next frame.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  expect(await scrolled()).toBe(300)
})

test('a range chosen in the picker is in the URL, and Back leaves the page @long', async ({
  page,
}) => {
  await openAfterUsers(page, '/expense')
  await page.getByRole('button', { name: /Today/ }).click()
  await page.getByLabel('Quick Date').selectOption('Last Week')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/\/expense\?from=/)
  await expect(page).toHaveURL(/\/expense\?from=/)
  await page.goBack()
  await expectUsers(page)
})
