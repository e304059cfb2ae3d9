import type { Page } from '@playwright/test'

import { productsPage } from '../../pages/products-page'
import { openRecordForm } from '../../pages/record-form'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { expect, test } from '../../support/fixtures'
import { enterProduct, type ShopApi, stockOf, uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

/** Enters a product whose stock other users have changed by hand. */
async function enterAdjustedProduct(shop: ShopApi, name: string) {
  const { id } = await enterProduct(shop, name, { stock: 40 })
  const categoryId = await shop.firstId('categories')
  const kept = { name, price: 20, cost: 10, categoryId }
  let baseStock = 40
  for (const change of [
    { stock: 37, stockReason: 'damaged', stockNote: 'Water from the roof' },
    { stock: 1037, stockReason: 'correction' },
    { stock: 1036 },
  ]) {
    await shop.update(`products/${id}`, { ...kept, baseStock, ...change })
    baseStock = change.stock
  }
  return id
}

async function expectAccessible(page: Page, width: number) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
    expect.soft(await findAccessibilityViolations(page), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
  expect.soft(scrolled).toBeLessThanOrEqual(width)
}

async function openMovements(page: Page, name: string) {
  const list = productsPage(page)
  await page.goto(`/product?q=${name}`)
  await list.stockButton(name).click()
  const sheet = page.getByRole('dialog', { name })
  await expect(sheet.getByText('Opening stock')).toBeVisible()
  return {
    sheet,
    byReason: sheet.getByRole('button', { name: 'By reason' }),
    row: (reason: string) => sheet.getByRole('row', { name: reason }),
  }
}

test('a changed stock is explained by keyboard alone, in the form and among the movements @long', async ({
  page,
  shop,
}) => {
  const name = uniqueWord()
  const { id } = await enterProduct(shop, name, { stock: 20 })
  const form = await openRecordForm(page, 'products', name)
  await form.field('Stock').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('18')
  await page.keyboard.press('Tab')
  await expect(form.field('Reason')).toBeFocused()
  await page.keyboard.type('Own')
  await page.keyboard.press('Tab')
  await expect(form.field('Note')).toBeFocused()
  await page.keyboard.type('Tasting')
  await page.keyboard.press('Tab')
  await expect(form.field('Description')).toBeFocused()
  await form.field('Note').press('Enter')
  await form.expectSaved()
  expect(await stockOf(shop, id)).toBe(18)

  await productsPage(page).stockButton(name).press('Enter')
  const sheet = page.getByRole('dialog', { name })
  const movement = sheet.getByRole('listitem').first()
  await expect(movement).toContainText('Adjusted by hand: own use')
  await expect(movement).toContainText('Tasting')
  const byReason = sheet.getByRole('button', { name: 'By reason' })
  await expect(byReason).toHaveAttribute('aria-expanded', 'false')
  await byReason.press('Enter')
  await expect(sheet.getByRole('row', { name: 'Own use' })).toHaveText(/0.*−2.*\$20\.00/)
  await byReason.press('Enter')
  await expect(sheet.getByRole('table')).toHaveCount(0)
})

test('the reason disappears when the stock is put back, and no field moves above it @long', async ({
  page,
  shop,
}) => {
  // As high as the screen of a desk, so that the form does not fill it.
  await page.setViewportSize({ width: 1920, height: 1200 })
  const name = uniqueWord()
  await enterProduct(shop, name, { stock: 20 })
  const form = await openRecordForm(page, 'products', name)
  const placesOf = async () => {
    const fields = ['Name', 'Category', 'Cost', 'Price', 'Stock']
    const boxes = fields.map((label) => form.field(label).boundingBox())
    return Promise.all(boxes)
  }
  const before = await placesOf()
  await form.fill('Stock', '18')
  await expect(form.field('Reason')).toBeVisible()
  expect(await placesOf()).toEqual(before)
  await expect(form.button('Save')).toBeInViewport({ ratio: 1 })
  await form.fill('Stock', '20')
  await expect(form.field('Reason')).toHaveCount(0)
  expect(await placesOf()).toEqual(before)
})

for (const size of Object.values(viewportSizes)) {
  test.describe(`${size.width} px`, () => {
    test.use({ viewport: size })

    test('the form with a reason is accessible and fits the screen @long', async ({
      page,
      shop,
    }) => {
      const name = uniqueWord()
      await enterProduct(shop, name, { stock: 20 })
      const form = await openRecordForm(page, 'products', name)
      await form.fill('Stock', '18')
      await form.fill('Note', 'x'.repeat(201))
      await form.save()
      await expect(form.dialog.getByText('Note must have at most 200 characters')).toBeVisible()
      await expectAccessible(page, size.width)
    })

    test('the movements of a product and their reasons are accessible and fit the screen @long', async ({
      page,
      shop,
    }) => {
      const name = uniqueWord()
      await enterAdjustedProduct(shop, name)
      const { sheet, byReason, row } = await openMovements(page, name)
      await expect(sheet.getByText('Water from the roof')).toBeVisible()
      await byReason.click()
      await expect(row('Damaged')).toHaveText(/0.*−3.*\$30\.00/)
      await expect(row('Correction')).toHaveText(/\+1,000.*\$10,000\.00.*0/)
      await expect(row('No reason given')).toHaveText(/0.*−1.*\$10\.00/)
      await expectAccessible(page, size.width)
    })
  })
}
