import type { Page } from '@playwright/test'

import {
  expectPrints,
  measureSlip,
  printButton,
  printPage,
  slip,
  slipQuestion,
  stubPrint,
} from '../../pages/printed-slips'
import { openPopup } from '../../pages/popup'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { enterTestGoods, recordSale, sellProduct } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import type { ShopApi } from '../../support/shop-api'

test.use({ as: 'cashier' })

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Day sheet' })
const formOf = (page: Page) => page.getByRole('dialog', { name: 'Count cash' })

async function openDay(page: Page, day: string) {
  await page.goto(`/sales?from=${day}&to=${day}`)
  await page.getByRole('button', { name: 'Day sheet' }).click()
  await expect(sheetOf(page).getByText(/^Agrees with the dashboard/)).toBeVisible()
}

/** Two sales of a day, $60 and $20. The second sale is deleted. */
async function recordDay(shop: ShopApi, day: string) {
  const { first } = await enterTestGoods(shop, 'sales')
  await sellProduct(shop, first.id, 3, day)
  await sellProduct(shop, first.id, 1, day)
  const range = `startDate=${day}&endDate=${day}`
  const [last] = await shop.list<{ saleId: number }>(`sales?${range}`)
  await shop.remove(`sales/${last?.saleId}`)
}

type Stored = { sheetCount: number; sheets: { difference: number; counted: object }[] }
const readDay = (shop: ShopApi, day: string) => shop.read<Stored>(`day-sheets?date=${day}`)

test('a day is closed by keyboard: the figures, the count, the difference', async ({
  page,
  shop,
}) => {
  const day = '2019-05-01'
  await recordDay(shop, day)
  await page.goto(`/sales?from=${day}&to=${day}`)
  await page.getByRole('button', { name: 'Day sheet' }).focus()
  await page.keyboard.press('Enter')
  const sheet = sheetOf(page)
  await expect(sheet.getByText('Sales Total of this day is $60.00.')).toBeVisible()
  const deleted = sheet.getByRole('region', { name: 'Deleted sales' })
  await expect(deleted).toContainText('$20.00')
  await expect(deleted).toContainText(/Deleted \d\d \w{3} \d{4}, \d\d:\d\d by \w/)
  await expect(sheet.getByRole('region', { name: 'By hour' })).toContainText('On another day')

  await sheet.getByRole('button', { name: 'Count cash' }).focus()
  await page.keyboard.press('Enter')
  const form = formOf(page)
  await expect(form.getByLabel('Opening float')).toBeFocused()
  await page.keyboard.type('100')
  await page.keyboard.press('Tab')
  await page.keyboard.type('10.5')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('5')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Window cleaner')
  await form.getByRole('radio', { name: 'As a sum' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('radio', { name: 'By coins and notes' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('1')
  await expect(form.getByRole('status', { name: 'Difference' })).toHaveText('short by $44.50')
  await form.getByLabel('50¢').fill('89')
  await expect(form.getByRole('status', { name: 'Difference' })).toHaveText('exact')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('25¢')).toBeFocused()
  await form.getByLabel('1¢').press('Enter')
  await expect(form.getByLabel('Remark')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(sheet.getByRole('article')).toContainText('Counted cash$144.50')
  await expect(sheet.getByRole('article')).toContainText('exact')
  await expect(sheet.getByRole('button', { name: 'Count cash' })).toBeFocused()
  expect(await readDay(shop, day)).toMatchObject({ sheetCount: 1, sheets: [{ difference: 0 }] })
})

test('a sale that another till records shows in the open day sheet, and its count says so @long', async ({
  page,
  shop,
}) => {
  const day = '2019-05-02'
  await recordDay(shop, day)
  await shop.enter('day-sheets', { date: day, openingFloat: 0, counted: { sum: 60 } })
  await openDay(page, day)
  const count = sheetOf(page).getByRole('article')
  await expect(count).toContainText('exact')
  await expect(count).not.toContainText('The day has changed since')
  const { first } = await enterTestGoods(shop, 'sales')
  await sellProduct(shop, first.id, 1, day)
  await expect(sheetOf(page).getByText('Sales Total of this day is $80.00.')).toBeVisible({
    timeout: 25_000,
  })
  await expect(count).toContainText('Sales Total was $60.00 at this count.')
})

test('a lost answer and a retry store one count, and Back asks before it discards an entry @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  const day = '2019-05-03'
  consoleErrors.allow(/net::ERR_/)
  await recordDay(shop, day)
  await openDay(page, day)
  await sheetOf(page).getByRole('button', { name: 'Count cash' }).click()
  const form = formOf(page)
  await form.getByLabel('Sum', { exact: true }).fill('58')
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Sum', { exact: true })).toHaveValue('58')

  await page.route('**/api/v1/day-sheets', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'If you save it again, it is saved only once.',
  )
  await page.unroute('**/api/v1/day-sheets')
  await form.getByRole('button', { name: 'Save' }).dblclick()
  await expect(form).toBeHidden()
  await expect(sheetOf(page).getByRole('article')).toContainText('short by $2.00')
  expect(await readDay(shop, day)).toMatchObject({ sheetCount: 1 })
})

test('the day and its counts are printed on rolls of 58 and 80 mm and on A4 @long', async ({
  page,
  shop,
}) => {
  const day = '2019-05-04'
  await recordDay(shop, day)
  const reason = 'Window cleaner of the harbour '.repeat(6).trim()
  await shop.enter('day-sheets', {
    date: day,
    openingFloat: 100,
    counted: { pieces: [{ value: 20, count: 7 }] },
    takenOut: [{ amount: 15.5, reason }],
    remark: 'Counted twice',
  })
  await stubPrint(page)
  await openDay(page, day)
  let prints = 0
  for (const [width, paper] of [
    ['58mm', 48],
    ['80mm', 72],
    ['A4', 180],
  ] as const) {
    await sheetOf(page)
      .getByRole('button', { name: /^Print count/ })
      .click()
    await slipQuestion(page).getByLabel('Slip width').selectOption(width)
    await slipQuestion(page).getByRole('button', printButton).click()
    prints += 1
    await expectPrints(page, prints)
    await expect(slip(page)).toContainText('Expected cash$144.50')
    await expect(slip(page)).toContainText('Differenceshort by $4.50')
    const { left, right, colors } = await measureSlip(page)
    expect(left).toBeGreaterThan(-0.1)
    expect(right).toBeLessThan(paper + 0.1)
    expect(colors).toEqual(['rgb(0, 0, 0)'])
    await printPage(page)
    await expect(slip(page)).toHaveCount(0)
  }
  await sheetOf(page).getByRole('button', printButton).last().click()
  await expect(slipQuestion(page)).toContainText('With the figures of this moment.')
  await slipQuestion(page).getByRole('button', printButton).click()
  await expect(slip(page)).toContainText('Sales Total$60.00')
  await expect(slip(page)).not.toContainText('Cash count')
})

for (const [size, viewport] of Object.entries(viewportSizes)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the day sheet and its form have no accessibility violations on a ${size} screen in ${colorScheme} colours @long`, async ({
      page,
      shop,
    }) => {
      const day = '2019-05-05'
      const goods = await enterTestGoods(shop, 'sales')
      await recordSale(shop, goods, { discount: 0, shippingFees: 0 })
      await recordDay(shop, day)
      await shop.enter('day-sheets', {
        date: day,
        openingFloat: 0,
        counted: { sum: 1 },
        remark: 'Wide '.repeat(60).trim(),
      })
      await sellProduct(shop, goods.first.id, 1, day)
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await page.goto(`/sales?from=${day}&to=${day}`)
      if (size === 'small') {
        await openPopup(page, 'View', 'menu')
        await page.getByRole('menuitem', { name: 'Day sheet' }).click()
      } else {
        await page.getByRole('button', { name: 'Day sheet' }).click()
      }
      await expect(sheetOf(page).getByText(/^Agrees with the dashboard/)).toBeVisible()
      await expect(
        sheetOf(page)
          .getByText(/The day has changed since/)
          .first(),
      ).toBeVisible()
      expect(await findAccessibilityViolations(page)).toEqual([])
      await sheetOf(page).getByRole('button', { name: 'Count cash' }).click()
      const form = formOf(page)
      await form.getByRole('radio', { name: 'By coins and notes' }).check()
      await form.getByRole('button', { name: 'Add amount' }).click()
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form.getByText('Please enter a reason.')).toBeVisible()
      expect(await findAccessibilityViolations(page)).toEqual([])
      const overflow = await form.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
      expect(overflow).toBe(0)
    })
  }
}
