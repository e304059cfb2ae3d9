import type { Page } from '@playwright/test'

import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { fillField, listPage } from '../../pages/list-page'
import { recordScreens } from '../../pages/record-screens'
import { uniqueWord, type ShopApi } from '../../support/shop-api'

test.use({ as: 'cashier' })

const screen = recordScreens.find(({ resource }) => resource === 'products')

function productList(page: Page) {
  if (!screen) throw new Error('There is no product screen')
  return listPage(page, screen)
}

async function enterProduct(shop: ShopApi, name: string, more: object = {}) {
  const categoryId = await shop.firstId('categories')
  return shop.enter('products', { name, price: 20, cost: 10, stock: 5, categoryId, ...more })
}

/** Somebody at another till sells some of it. */
async function sell(shop: ShopApi, productId: number, quantity: number) {
  await shop.enter('sales', {
    customerId: await shop.firstId('customers'),
    saleDate: '2026-01-02',
    totalAmount: 20 * quantity,
    discount: 0,
    shippingFees: 0,
    remark: '',
    saleDetails: [{ productId, price: 20, quantity, total: 20 * quantity }],
  })
}

async function stockOf(shop: ShopApi, id: number) {
  const products = await shop.list<{ id: number; stock: number }>('products')
  return products.find((product) => product.id === id)?.stock
}

// @holds spec 2.81, 9.8, 9.9
test('shows stock red at 0 or less, yellow below 10, and otherwise as it is', async ({ page }) => {
  const list = productList(page)
  await list.open()
  await page.getByLabel('Rows per page').selectOption('50')
  const colour = (name: string) =>
    list
      .row(name)
      .getByRole('button', { name: /^Stock of/ })
      .evaluate((cell) => getComputedStyle(cell).color)
  await expect(list.row('Whisk')).toBeVisible()
  const [out, below, low, enough] = [
    await colour('Kettle'),
    await colour('-3'),
    await colour('Black Tea'),
    await colour('Whisk'),
  ]
  expect(below).toBe(out)
  expect(new Set([out, low, enough]).size).toBe(3)
  expect(await colour('Espresso Beans')).toBe(enough)
})

test('a product whose category was deleted shows Unknown and asks for a new one', async ({
  page,
}) => {
  const list = productList(page)
  await list.open()
  await list.search('pumpkin')
  await expect(list.row('Pumpkin Mug')).toContainText('Unknown')
  await list.row('Pumpkin Mug').getByRole('button', { name: 'Edit' }).click()
  await expect(
    list.dialog.getByText('Its category was deleted. Please choose another.'),
  ).toBeVisible()
  await list.save()
  await expect(list.dialog.getByText('Product category is required')).toBeVisible()
  await list.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(list.dialog).toHaveCount(0)
})

// @holds spec 2.79
test('the category facet counts what the search finds, and narrows it', async ({ page, shop }) => {
  const list = productList(page)
  const word = uniqueWord()
  const [tea, kitchen] = ['Tea', 'Kitchen'].map((name) => `${word} ${name}`)
  for (const [index, name] of [tea, tea, kitchen].entries()) {
    const { id } = await shop.enter('categories', { name: `${name} ${index}` })
    await enterProduct(shop, `${word} ${index}`, { categoryId: id })
  }
  await list.open()
  await list.search(`${word} 0`)
  await list.button('Category').first().click()
  const option = page.getByRole('dialog').getByLabel(new RegExp(`${word} Tea 0.*1`))
  await option.click()
  await page.keyboard.press('Escape')
  await list.search(word)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`q=${word}&|q=${word}$`))
  await page.reload()
  await expect(list.row(`${word} 0`)).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await list.button('Reset').click()
  await expect(page).toHaveURL('/product')
  await list.search(word)
  await expect(page.getByRole('row')).toHaveCount(4)
})

test('an edit takes nothing back that was sold meanwhile', async ({ page, shop }) => {
  const list = productList(page)
  const name = uniqueWord()
  const { id } = await enterProduct(shop, name)
  await list.open()
  await list.search(name)
  await list.row(name).getByRole('button', { name: 'Edit' }).click()
  await fillField(list.dialog, 'Stock', '8')
  await sell(shop, id, 2)
  await list.save()
  await expect(page.getByText('Product updated successfully.')).toBeVisible()
  // Three were added to what was there, and two are sold.
  expect(await stockOf(shop, id)).toBe(6)
  await expect(list.row(name).getByRole('button', { name: /^Stock of/ })).toHaveText('6')
})

test('a product below zero can be renamed', async ({ page, shop }) => {
  const list = productList(page)
  const name = uniqueWord()
  const { id } = await enterProduct(shop, name)
  await sell(shop, id, 7)
  await list.open()
  await list.search(name)
  await list.row(name).getByRole('button', { name: 'Edit' }).click()
  await fillField(list.dialog, 'Name', `${name} anew`)
  await list.save()
  await expect(list.row(`${name} anew`)).toBeVisible()
  expect(await stockOf(shop, id)).toBe(-2)
})

test('a stock opens what has moved it, with the balance after each', async ({ page, shop }) => {
  const list = productList(page)
  const name = uniqueWord()
  const { id } = await enterProduct(shop, name)
  await sell(shop, id, 2)
  await list.open()
  await list.search(name)
  const stock = list.row(name).getByRole('button', { name: /^Stock of/ })
  await stock.click()
  await expect(list.dialog).toHaveAccessibleName(new RegExp(name))
  await expect(list.dialog.getByRole('listitem')).toHaveCount(2)
  await expect(list.dialog.getByRole('listitem').first()).toContainText(/Sale \d+.*−2.*3/s)
  await expect(list.dialog.getByRole('listitem').last()).toContainText(/Opening.*\+5.*5/s)
  await page.keyboard.press('Escape')
  await expect(list.dialog).toHaveCount(0)
  await expect(stock).toBeFocused()
})

test('the movements stay open while their product goes to another page', async ({ page, shop }) => {
  const list = productList(page)
  const word = uniqueWord()
  const { id } = await enterProduct(shop, `${word} own`)
  for (let at = 0; at < 10; at += 1) await enterProduct(shop, `${word} other`, { stock: 4 })
  await page.goto(`/product?q=${word}&sort=-stock`)
  await list
    .row(`${word} own`)
    .getByRole('button', { name: /^Stock of/ })
    .click()
  await expect(list.dialog.getByText('Stock now: 5')).toBeVisible()
  await sell(shop, id, 2)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(list.dialog.getByText('Stock now: 3')).toBeVisible()
  await expect(list.dialog.getByRole('listitem')).toHaveCount(2)
  await expect(list.row(`${word} own`)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(list.dialog).toHaveCount(0)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('says where the categories cannot be loaded, in the toolbar and in the dialog', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 500/)
  const list = productList(page)
  await page.route('**/api/v1/categories', (route) => route.fulfill({ status: 500 }))
  await list.open()
  await expect(page.getByText('Failed to load categories', { exact: true })).toBeVisible()
  await list.button('Create').click()
  await expect(list.dialog.getByText('Error loading categories.')).toBeVisible()

  await page.unroute('**/api/v1/categories')
  const release = await holdResponses(page, '**/api/v1/categories')
  const again = list.dialog.getByRole('button', { name: 'Load categories again' })
  await again.press('Enter')
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await expect(again).toBeFocused()
  release()
  await expect(list.dialog.getByLabel('Category')).toBeFocused()
  await expect(again).toHaveCount(0)
})
