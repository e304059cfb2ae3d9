import { expect, test } from '../../support/fixtures'
import { findAccessibilityViolations } from '../../support/accessibility-check'

// @holds asvs 6.3.2
test('an owner with a password of their own sees which accounts have the public one', async ({
  page,
  stockie,
  newcomer,
}) => {
  await stockie.users(['role', newcomer.email, 'owner'])
  const token = await stockie.newToken(newcomer)
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
  await page.goto('/customer')
  const notice = page.getByRole('complementary', { name: 'Public passwords' })
  await expect(notice).toContainText(
    'owner@stockie.test, manager@stockie.test, cashier@stockie.test, and blocked@stockie.test still have',
  )
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('row').last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('row').last()).toBeInViewport()
  await page.emulateMedia({ media: 'print' })
  await expect(notice).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toBeHidden()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('link', { name: 'Suppliers' }).click()
  await expect(page.getByRole('heading', { name: 'Supplier Management' })).toBeVisible()
  await expect(notice).toBeHidden()
})

test.describe('in the demo', () => {
  test.use({ as: 'owner' })

  test('an owner with the public password sees no notice', async ({ page }) => {
    const answer = page.waitForResponse('**/users/known-logins')
    await page.goto('/customer')
    expect(await (await answer).json()).toEqual([])
  })
})
