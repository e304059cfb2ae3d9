import type { Page } from '@playwright/test'

import { createDocumentPage } from '../../pages/create-document-page'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import type { Account } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import type { Stockie } from '../../support/stockie'

/** Signs in as an owner with a password of their own, and returns the notice. */
async function openAsOwner(page: Page, stockie: Stockie, owner: Account, path: string) {
  await stockie.users(['role', owner.email, 'owner'])
  const token = await stockie.newToken(owner)
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
  await page.goto(path)
  return page.getByRole('complementary', { name: 'Public passwords' })
}

// @holds asvs 6.3.2
test('an owner with a password of their own sees which accounts have the public one @long', async ({
  page,
  stockie,
  newcomer,
}) => {
  const notice = await openAsOwner(page, stockie, newcomer, '/customer')
  await expect(notice).toContainText(
    'owner@stockie.test, manager@stockie.test, cashier@stockie.test, and blocked@stockie.test still have',
  )
  await expect(notice.getByRole('button', { name: 'Details' })).toBeHidden()
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

  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  const fetched = page.waitForResponse('**/assets/owner-notices-*.js')
  await page.reload()
  await fetched
  await page.evaluate(async () => {
    for (let idle = 0; idle < 10; idle += 1)
      await new Promise((resolve) => requestIdleCallback(resolve))
  })
  expect(requests.filter((url) => url.endsWith('/users/known-logins'))).toEqual([])
  await expect(notice).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: viewportSizes.small, hasTouch: true, isMobile: true })

  test('the notice of public passwords is one line of controls, and a tap shows the accounts @long', async ({
    page,
    stockie,
    newcomer,
  }) => {
    const notice = await openAsOwner(page, stockie, newcomer, '/customer')
    await expect(notice.getByText('4 accounts have a public password.')).toBeVisible()
    await expect(notice.getByText(/owner@stockie\.test/)).toBeHidden()
    expect((await notice.boundingBox())?.height).toBeLessThanOrEqual(56)
    await notice.getByRole('button', { name: 'Details' }).tap()
    await expect(notice.getByText(/owner@stockie\.test/)).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await notice.getByRole('button', { name: 'Less' }).tap()
    await expect(notice.getByText(/owner@stockie\.test/)).toBeHidden()
  })

  test('the notice of public passwords and Submit of a sale do not cover each other @long', async ({
    page,
    stockie,
    newcomer,
  }) => {
    const notice = await openAsOwner(page, stockie, newcomer, '/sales/create')
    const { submit } = createDocumentPage(page, 'sales')
    await expect(notice).toBeAttached()
    const overlap = async () => {
      const [bar, below] = [await submit.boundingBox(), await notice.boundingBox()]
      return (bar?.y ?? Infinity) + (bar?.height ?? 0) > (below?.y ?? 0)
    }
    expect(await overlap()).toBe(false)
    await expect(submit).toBeInViewport({ ratio: 1 })
    // The notice follows at the end of the form.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect(await overlap()).toBe(false)
    await expect(submit).toBeInViewport({ ratio: 1 })
    await notice.getByRole('button', { name: 'Close' }).tap()
    await expect(notice).toBeHidden()
  })
})

test.describe('in the demo', () => {
  test.use({ as: 'owner' })

  test('an owner with the public password sees no notice @long', async ({ page }) => {
    const answer = page.waitForResponse('**/users/known-logins')
    await page.goto('/customer')
    expect(await (await answer).json()).toEqual([])
  })
})
