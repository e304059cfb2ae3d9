import type { Page } from '@playwright/test'

import { enterSales } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { middleOf, openWatchedList, pollNow } from '../../support/live-page'
import type { ShopApi } from '../../support/shop-api'

test.use({ as: 'cashier' })

/** Opens a list of two sales, whose clock then stands still. */
async function openAndStop(page: Page, shop: ShopApi) {
  await page.clock.install()
  const sales = await enterSales(shop, 2)
  const [newest] = await sales.saleIds()
  await openWatchedList(page, sales.path)
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(2)
  // Far enough ahead that a slow machine has not passed it.
  await page.clock.pauseAt(Date.now() + 60_000)
  const readClock = () => page.evaluate(() => performance.now())
  let startedAt = 0

  return {
    rows,
    /** The button that shows the new row. */
    note: page.getByRole('button', { name: 'Show 1 new row' }),
    checkbox: (id: number | undefined) => page.getByRole('checkbox', { name: `Select Sale ${id}` }),
    newest,
    /** Returns the id of the sale that another till adds. */
    async addSale() {
      const { saleId } = await sales.addSale()
      await pollNow(page)
      return saleId
    },
    /** The short steps with which the page works until the assertion holds. */
    tickUntil: (assertion: () => Promise<void>) =>
      expect(async () => {
        await page.clock.runFor(10)
        await assertion()
      }).toPass({ timeout: 15_000 }),
    async startCounting() {
      startedAt = await readClock()
    },
    /** Lets the time pass until this number of milliseconds after the start. */
    async waitUntil(passed: number) {
      const rest = startedAt + passed - (await readClock())
      // Jumps, because each frame of a run takes real time. Twice a second the rows are checked.
      for (const jump of [rest - 1_200, 600, 600]) await page.clock.fastForward(jump)
    },
  }
}

const atOnce = { timeout: 1 }

test('rows held below a mouse are released after 30 seconds, and a click without moving it is ignored @long', async ({
  page,
  shop,
}) => {
  const { rows, note, checkbox, newest, ...list } = await openAndStop(page, shop)
  const { x, y } = await middleOf(checkbox(newest))
  await page.mouse.move(x, y)
  await list.startCounting()
  const added = await list.addSale()
  await list.tickUntil(() => expect(note).toBeVisible(atOnce))
  await list.waitUntil(29_900)
  await expect(note).toBeVisible()
  await expect(rows).toHaveCount(2)
  await list.waitUntil(31_500)
  await expect(rows).toHaveCount(3)
  await expect(note).toHaveCount(0)

  // The new row is now below the mouse. If the first click counted, the second would take it back.
  await page.mouse.click(x, y)
  await page.mouse.click(x, y)
  await expect(checkbox(added)).toBeChecked()
  await expect(checkbox(newest)).not.toBeChecked()
})

for (const width of [1280, 390]) {
  test(`rows held by the keyboard are released after 30 seconds and keep the focus on their record, at ${width} px @long`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const { rows, note, checkbox, newest, ...list } = await openAndStop(page, shop)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).focus()
    while (!(await checkbox(newest).evaluate((box) => box === document.activeElement))) {
      await page.keyboard.press('Tab')
    }
    await list.startCounting()
    const added = await list.addSale()
    await list.tickUntil(() => expect(note).toBeVisible(atOnce))
    await list.waitUntil(29_900)
    await expect(rows).toHaveCount(2)
    await list.waitUntil(31_500)
    await expect(rows).toHaveCount(3)
    await expect(checkbox(newest)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(checkbox(newest)).toBeChecked()
    await expect(checkbox(added)).not.toBeChecked()
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a tap right after rows moved is ignored, and the next one counts @long', async ({
    page,
    shop,
  }) => {
    const { rows, checkbox, newest, ...list } = await openAndStop(page, shop)
    const { x, y } = await middleOf(checkbox(newest))
    const added = await list.addSale()
    await list.tickUntil(() => expect(rows).toHaveCount(3, atOnce))
    await page.touchscreen.tap(x, y)
    await page.clock.runFor(300)
    await page.touchscreen.tap(x, y)
    await expect(checkbox(added)).toBeChecked()
    await expect(checkbox(newest)).not.toBeChecked()
  })
})
