import type { Page } from '@playwright/test'

import { listPage } from '../../pages/list-page'
import { recordScreens } from '../../pages/record-screens'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { type ShopApi, uniqueWord } from '../../support/shop-api'
import { tabTo } from '../../support/tab-to'

test.use({ as: 'cashier' })

const screen = recordScreens.find(({ resource }) => resource === 'customers')

/** Opens the list of new customers. */
async function openCustomers(page: Page, shop: ShopApi, width: number) {
  if (screen === undefined) throw new Error('There is no screen of customers.')
  await page.setViewportSize({ width, height: 844 })
  const list = listPage(page, screen)
  const word = uniqueWord()
  for (let number = 1; number <= 2; number += 1) {
    await shop.enter('customers', { name: `${word} ${number}` })
  }
  await list.open()
  await list.search(word)
  await expect(list.row(word)).toHaveCount(2)
  return { list, word, main: page.getByRole('main') }
}

const undoButtons = (page: Page) => page.getByRole('button', { name: 'Undo' })
const selectAll = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all rows on this page' })

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    // @holds spec 9.3, decision 9.5
    test(`Undo is one Tab away after a bulk delete by keyboard, and its toast stays while it has the focus @long`, async ({
      page,
      shop,
    }) => {
      await page.clock.install()
      const { list, word, main } = await openCustomers(page, shop, width)
      await tabTo(page, selectAll(page))
      await page.keyboard.press('Space')
      await tabTo(page, list.button('Delete (2)'), 'Shift+Tab')
      await page.keyboard.press('Enter')
      const undo = undoButtons(page)
      await expect(undo).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(undo).toBeFocused()
      await expect(undo).toBeInViewport({ ratio: 1 })
      await expect(list.row(word)).toHaveCount(0)

      await page.clock.fastForward(60_000)
      await page.clock.pauseAt(Date.now() + 120_000)
      await expect(undo).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(main).toBeFocused()
      await page.clock.runFor(3_900)
      await expect(undo).toBeVisible()
      await page.clock.resume()
      await expect(undo).toHaveCount(0)
    })

    // @holds decision 9.5
    test('Undo by keyboard restores the records and returns the focus to the list @long', async ({
      page,
      shop,
    }) => {
      const { list, word, main } = await openCustomers(page, shop, width)
      await selectAll(page).check()
      await list.button('Delete (2)').click()
      await undoButtons(page).waitFor()
      await page.keyboard.press('Tab')
      await expect(undoButtons(page)).toBeFocused()
      await expect(list.button(/^Delet/)).toHaveCount(0)
      await page.keyboard.press('Enter')
      await expect(list.row(word)).toHaveCount(2)
      await expect(undoButtons(page)).toHaveCount(0)
      await expect(main).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(list.searchBox).toBeFocused()
    })

    test('Tab visits the actions of several toasts, the newest first, and returns to the list @long', async ({
      page,
      shop,
    }) => {
      const { list, word, main } = await openCustomers(page, shop, width)
      for (const number of [1, 2]) {
        await page.getByRole('checkbox', { name: `Select ${word} ${number}` }).check()
        await list.button('Delete (1)').click()
        await expect(undoButtons(page)).toHaveCount(number)
        await expect(list.row(`${word} ${number}`)).toHaveCount(0)
      }
      await expect(main).toBeFocused()
      const [newest, oldest] = [undoButtons(page).first(), undoButtons(page).last()]
      await page.keyboard.press('Tab')
      await expect(newest).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(oldest).toBeFocused()
      // Not hidden behind the newest one.
      await expect(oldest).toBeInViewport({ ratio: 1 })
      expect(await isUncovered(page)).toBe(true)
      await page.keyboard.press('Shift+Tab')
      await expect(newest).toBeFocused()
      await page.keyboard.press('Shift+Tab')
      await expect(main).toBeFocused()

      // Tab offers an action once. After that, it moves through the list.
      await page.keyboard.press('Tab')
      await expect(list.searchBox).toBeFocused()
      await page.keyboard.press('Alt+t')
      await expect(newest).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(list.searchBox).toBeFocused()
    })

    test('Try again is one Tab away from the field of an open dialog, and Escape returns there @long', async ({
      page,
      shop,
      consoleErrors,
    }) => {
      consoleErrors.allow(/status of 503/)
      const { list, word } = await openCustomers(page, shop, width)
      await selectAll(page).check()
      await list.button('Delete (2)').click()
      const restores = '**/api/v1/customers/restore'
      await page.route(restores, (route) => route.fulfill({ status: 503 }))
      const fail = await holdResponses(page, restores)
      await undoButtons(page).click()
      await list.button('Create').click()
      const name = list.dialog.getByLabel('Name')
      await expect(name).toBeFocused()
      fail()
      const again = page.getByRole('button', { name: 'Try again' })
      await expect(again).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(again).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(name).toBeFocused()

      // Tab stays in the form from now on.
      await page.keyboard.press('Tab')
      await expect(list.dialog.getByLabel('Email')).toBeFocused()
      await page.unroute(restores)
      await page.keyboard.press('Alt+t')
      await expect(again).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(list.dialog.getByLabel('Email')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(list.dialog).toHaveCount(0)
      await expect(list.row(word)).toHaveCount(2)
    })

    test('Undo is one Tab away while Sonner is not loaded @long', async ({ page, shop }) => {
      const release = await holdResponses(page, '**/assets/sonner-*')
      const { list, word, main } = await openCustomers(page, shop, width)
      await selectAll(page).check()
      await list.button('Delete (2)').click()
      await expect(undoButtons(page)).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(undoButtons(page)).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(main).toBeFocused()
      await page.keyboard.press('Alt+t')
      await page.keyboard.press('Enter')
      await expect(list.row(word)).toHaveCount(2)
      await expect(main).toBeFocused()
      release()
    })
  })
}

/** Whether nothing covers the focused element. */
function isUncovered(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement
    const { x, y, width, height } = focused?.getBoundingClientRect() ?? new DOMRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === focused
  })
}
