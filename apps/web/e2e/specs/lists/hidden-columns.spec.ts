import type { Locator, Page } from '@playwright/test'

import { viewportSizes } from '../../pages/screen-states'
import { enterTestGoods, recordSale } from '../../support/documents'
import { expect, test } from '../../support/fixtures'

test.use({ as: 'cashier' })

const path = (screen: string) => `/${screen}?from=2020-01-01&to=2030-12-31`

function openedList(page: Page, label: string) {
  const region = page.getByRole('region', { name: label })
  const title = region.getByRole('columnheader', { name: 'Actions' })
  const cell = region.getByRole('row').nth(1).getByRole('cell').last()
  return {
    region,
    /** Expects the shadow of hidden columns beside the title and the buttons of a row, or no shadow. */
    async expectShadow(isShown: boolean) {
      for (const part of [title, cell]) {
        await expect.poll(() => hasShadow(part)).toBe(isShown)
      }
    },
  }
}

function hasShadow(part: Locator) {
  return part.evaluate((element) => getComputedStyle(element, '::before').content !== 'none')
}

test('a list shows a shadow at its buttons as soon as more columns are shown than fit @long', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  await recordSale(shop, goods, { discount: 0, shippingFees: 0 })
  await page.setViewportSize({ width: 1400, height: 800 })
  await page.goto(`/sales?q=${goods.word}`)
  const list = openedList(page, 'Sales')
  await list.expectShadow(false)
  for (const name of ['Time', 'Recorded by']) {
    await page.getByRole('main').getByRole('button', { name: 'View', exact: true }).first().click()
    await page.getByRole('menuitemcheckbox', { name }).click()
    await page.keyboard.press('Escape')
  }
  await list.expectShadow(true)
  await list.region.evaluate((element) => element.scrollBy(5000, 0))
  await list.expectShadow(false)
  await page.setViewportSize({ width: 1920, height: 800 })
  await expect(page.getByRole('columnheader', { name: 'Recorded by' })).toBeInViewport()
  await list.expectShadow(false)
})

test.describe('on a phone', () => {
  test.use({ viewport: viewportSizes.small })

  for (const { screen, label } of [
    { screen: 'sales', label: 'Sales' },
    { screen: 'expense', label: 'Expenses' },
  ]) {
    test(`the ${screen} list shows a shadow while further columns are hidden @long`, async ({
      page,
    }) => {
      await page.goto(path(screen))
      const list = openedList(page, label)
      await list.expectShadow(true)
      const first = list.region.getByRole('row').nth(1).getByRole('cell').nth(1)
      const hasEdge = () =>
        first.evaluate((element) => getComputedStyle(element, '::after').content !== 'none')
      expect(await hasEdge()).toBe(false)
      await list.region.evaluate((element) => element.scrollBy(5000, 0))
      await list.expectShadow(false)
      expect(await hasEdge()).toBe(true)
    })
  }
})
