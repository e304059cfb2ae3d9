import type { Page } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { fillInSale } from '../../pages/create-document-page'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { enterTestGoods, sellProduct, today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'
import type { ShopApi } from '../../support/shop-api'
import { tabTo } from '../../support/tab-to'

const tab = '/profile?tab=shop'
const closeUpTo = (shop: ShopApi, closedThrough: string | null) =>
  shop.update('books', { closedThrough })

// All tests of a worker share the shop.
test.afterEach(({ shop }) => closeUpTo(shop, null))

const sentence = /The books are closed up to/
const closeButton = (page: Page) => page.getByRole('button', { name: 'Close the books' })
const openButton = (page: Page) => page.getByRole('button', { name: 'Open again' })
const question = (page: Page) => page.getByRole('alertdialog')

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${size.width} px`, () => {
    test.use({ as: 'owner', viewport: size })

    test(`the owner closes the books and opens them again, by keyboard${longUnless(size.width === 390)}`, async ({
      page,
      shop,
    }) => {
      await page.goto(tab)
      await expect(page.getByText('The books are open.')).toBeVisible()
      await closeButton(page).focus()
      await page.keyboard.press('Enter')
      await expect(question(page)).toContainText('can no longer be recorded, changed, deleted')
      expect(await findAccessibilityViolations(page)).toEqual([])
      // Cancel has the focus first.
      await page.keyboard.press('Enter')
      await expect(question(page)).toBeHidden()
      await expect(closeButton(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await tabTo(page, question(page).getByRole('button', { name: 'Close the books' }))
      await page.keyboard.press('Enter')
      await expect(appShell(page).toast(sentence)).toBeVisible()
      await expect(page.getByRole('main').getByText(sentence)).toBeVisible()
      await expect(closeButton(page)).toBeFocused()
      expect(await findAccessibilityViolations(page)).toEqual([])
      const before = await shop.read<{ closedThrough: string }>('books')
      expect(before.closedThrough).toMatch(/^\d{4}-\d\d-(28|29|30|31)$/)

      await tabTo(page, openButton(page))
      await page.keyboard.press('Enter')
      await tabTo(page, question(page).getByRole('button', { name: 'Open again' }))
      await page.keyboard.press('Enter')
      await expect(page.getByText('The books are open.')).toBeVisible()
      await expect(openButton(page)).toBeFocused()
      // Nothing is wider than the screen.
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    })

    test('the owner moves the last closed day back, and the card shows what another owner chose @long', async ({
      page,
      shop,
    }) => {
      await closeUpTo(shop, '2019-05-31')
      await page.goto(tab)
      await expect(page.getByText('The books are closed up to 31 May 2019.')).toBeVisible()
      const day = page.getByRole('button', { name: /^Last closed day/ })
      await day.click()
      await page.getByRole('button', { name: 'Monday 13 May 2019' }).click()
      await closeButton(page).click()
      await expect(question(page)).toContainText('The days after 13 May 2019 are open again')
      await question(page).getByRole('button', { name: 'Move back' }).click()
      await expect(
        page.getByRole('main').getByText('The books are closed up to 13 May 2019.'),
      ).toBeVisible()

      await shop.update('books', { closedThrough: null })
      await expect(page.getByText('The books are open.')).toBeVisible({ timeout: 20_000 })
    })
  })
}

test.describe('as the cashier', () => {
  test.use({ as: 'cashier' })

  test('a refused sale says why and keeps all that was typed, and is recorded once the books are open @long', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 409/)
    const goods = await enterTestGoods(shop, 'sales')
    const screen = await fillInSale(page, goods)
    await screen.remark.fill('For the window')
    await screen.discount.fill('1.50')
    await closeUpTo(shop, today())
    await screen.submit.click()
    await expect(appShell(page).toast(sentence)).toBeVisible()
    await expect(screen.failed).toBeHidden()
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.reload()
    await expect(screen.partyButton).toContainText(goods.party)
    await expect(screen.quantity(goods.first.name)).toHaveValue('2')
    await expect(screen.remark).toHaveValue('For the window')
    await expect(screen.discount).toHaveValue('1.50')

    await closeUpTo(shop, null)
    await screen.submit.click()
    await expect(screen.created).toBeVisible()
  })

  test('a refused edit of an expense keeps its form, and a refused deletion says why @long', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 409/)
    const name = `Rent ${Date.now()}`
    const expenseCategoryId = await shop.firstId('expense-categories')
    await shop.enter('expenses', { name, amount: 9, expenseCategoryId, date: '2019-05-13' })
    await page.goto('/expense?from=2019-05-13&to=2019-05-13')
    await closeUpTo(shop, '2019-05-31')
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('12')
    await dialog.getByRole('button', { name: /^(Save|Update)/ }).click()
    await expect(appShell(page).toast(sentence)).toBeVisible()
    await expect(dialog.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await expect(dialog.getByLabel('Amount')).toHaveValue('12')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await row.getByRole('button', { name: 'Delete' }).click()
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expect(appShell(page).toast(sentence).first()).toBeVisible()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(row).toBeVisible()
  })

  test('the Undo of a bulk deletion of sales is refused once the books are closed @long', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 409/)
    const { first } = await enterTestGoods(shop, 'sales')
    for (const day of ['2018-05-13', '2018-05-14']) await sellProduct(shop, first.id, 1, day)
    await page.goto('/sales?from=2018-05-13&to=2018-05-14')
    const all = page.getByRole('checkbox', { name: /Select all/i })
    await all.check()
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    await closeUpTo(shop, '2018-05-13')
    await undo.click()
    await expect(appShell(page).toast(sentence)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  })
})
