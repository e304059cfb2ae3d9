import type { Page } from '@playwright/test'

import { listPage } from '../../pages/list-page'
import { productsPage } from '../../pages/products-page'
import { recordScreenOf } from '../../pages/record-screens'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import {
  documentLine,
  enterTestGoods,
  recordPurchase,
  recordSale,
  type TestGoods,
  today,
} from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { holdResponses, keepAsLoaded } from '../../support/held-responses'
import type { ShopApi } from '../../support/shop-api'

test.use({ as: 'cashier' })

const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

const nothing = { discount: 0, shippingFees: 0 }

/** Records sales of one unit at $20 to the customer. */
async function enterManySales(shop: ShopApi, goods: TestGoods, count: number) {
  for (let sale = 0; sale < count; sale += 1) {
    await shop.enter('sales', {
      customerId: goods.partyId,
      saleDate: today(),
      ...nothing,
      totalAmount: 20,
      remark: '',
      saleDetails: [documentLine(goods.first, 20, 1)],
    })
  }
}

function openCustomers(page: Page) {
  const list = listPage(page, recordScreenOf('customers'))
  const name = (party: string) => list.row(party).getByRole('button', { name: party })
  return { ...list, name }
}

/** Checks axe in light and dark, and that the page does not scroll sideways. */
async function expectAccessible(page: Page, width: number) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
    const rules = colorScheme === 'dark' ? 'colours' : 'all'
    expect.soft(await findAccessibilityViolations(page, rules)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
  expect.soft(scrolled).toBeLessThanOrEqual(width)
}

test('the name of a customer opens the sales, and a sale leads to its list', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  const { saleId } = await recordSale(shop, goods, { discount: 0.75, shippingFees: 0.25 })
  await enterManySales(shop, goods, 1)
  const list = openCustomers(page)
  for (const size of [wide, phone]) {
    await page.setViewportSize(size)
    await page.goto(`/customer?q=${goods.word}`)
    const name = list.name(goods.party)
    await name.focus()
    await page.keyboard.press('Enter')
    await expect(list.dialog).toHaveAccessibleName(goods.party)
    await expect(list.dialog.getByText('2 sales for $164.50')).toHaveCount(2)
    await expect(list.dialog.getByText('3 units').first()).toBeVisible()
    const sale = list.dialog.getByRole('listitem').filter({ hasText: `Sale ${saleId}` })
    await expect(sale).toContainText(`${goods.first.name}, ${goods.second.name}`)
    await expect(sale).toContainText('$144.50')
    await expectAccessible(page, size.width)

    await page.keyboard.press('Escape')
    await expect(list.dialog).toHaveCount(0)
    await expect(name).toBeFocused()
    await name.click()
    await list.dialog.getByRole('link', { name: `Sale ${saleId}` }).click()
    await expect(page).toHaveURL(`/sales?from=${today()}&to=${today()}&q=${saleId}`)
    // The search for 20 also finds the sale of $20.00.
    const row = page.getByRole('row', { name: `Select Sale ${saleId} ` })
    await expect(row).toContainText('$144.50')
    await page.goBack()
    await expect(name).toBeVisible()
  }
})

test('the name of a supplier opens the purchases, and Back closes them @long', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'purchases')
  const { purchaseId } = await recordPurchase(shop, goods)
  const list = listPage(page, recordScreenOf('suppliers'))
  await page.goto(`/supplier?q=${goods.word}`)
  await list.row(goods.party).getByRole('button', { name: goods.party }).click()
  await expect(list.dialog.getByText('1 purchase for $105.00')).toHaveCount(2)
  await expect(list.dialog.getByRole('link', { name: `Purchase ${purchaseId}` })).toBeVisible()
  await page.goBack()
  await expect(list.dialog).toHaveCount(0)
  await expect(page).toHaveURL(`/supplier?q=${goods.word}`)
})

test('a customer with many sales shows them in pages, without a deleted one @long', async ({
  page,
  shop,
}) => {
  test.slow()
  const goods = await enterTestGoods(shop, 'sales')
  await enterManySales(shop, goods, 53)
  const [newest] = await goods.recorded()
  await shop.remove(`sales/${Object(newest).saleId}`)
  const list = openCustomers(page)
  await page.goto(`/customer?q=${goods.word}`)
  await list.name(goods.party).click()
  await expect(list.dialog.getByText('50 of 52 shown')).toBeVisible()
  await list.dialog.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(list.dialog.getByText('52 of 52 shown')).toBeFocused()
  await expect(list.dialog.getByRole('link', { name: /^Sale \d+$/ })).toHaveCount(52)
})

test('nothing moves in the history of a customer while it loads, and a failure can be retried @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 500/)
  const goods = await enterTestGoods(shop, 'sales')
  await enterManySales(shop, goods, 1)
  const list = openCustomers(page)
  const release = await holdResponses(page, '**/history/summary')
  await page.goto(`/customer?q=${goods.word}`)
  await list.name(goods.party).click()
  const sale = list.dialog.getByRole('link', { name: /^Sale \d+$/ })
  await expect(sale).toBeVisible()
  // The sheet has come to rest.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
  )
  const before = await sale.boundingBox()
  release()
  await expect(list.dialog.getByText('1 sale for $20.00')).toHaveCount(2)
  expect(await sale.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')

  await keepAsLoaded(page)
  await page.route('**/history?*', (route) => route.fulfill({ status: 500 }))
  await page.reload()
  await list.name(goods.party).click()
  await expect(list.dialog.getByText('Failed to load the sales.')).toBeVisible()
  await page.unroute('**/history?*')
  await list.dialog.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(sale).toBeVisible()
})

test('the arrow keys lead through the movements, sales and purchases of a product @long', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  await recordSale(shop, goods, nothing)
  await shop.enter('purchases', {
    supplierId: await shop.firstId('suppliers'),
    purchaseDate: today(),
    totalAmount: 105,
    remark: '',
    purchaseDetails: [documentLine(goods.first, 15, 7)],
  })
  const list = productsPage(page)
  for (const size of [wide, phone]) {
    await page.setViewportSize(size)
    await page.goto(`/product?q=${goods.word} Lamp`)
    await list.stockButton(goods.first.name).click()
    await expect(list.dialog.getByText(/Opening/)).toBeVisible()
    const tab = (name: string) => list.dialog.getByRole('tab', { name })
    await tab('Movements').focus()
    await page.keyboard.press('ArrowRight')
    await expect(tab('Sales')).toBeFocused()
    await expect(list.dialog.getByRole('listitem')).toHaveCount(1)
    await expect(list.dialog.getByRole('listitem')).toContainText(/Sale \d+.*\$40\.00.*2 × \$20/s)
    await expectAccessible(page, size.width)
    await page.keyboard.press('ArrowRight')
    await expect(list.dialog.getByRole('listitem')).toContainText(/Purchase \d+.*7 × \$15/s)
    await page.keyboard.press('ArrowRight')
    await expect(tab('Prices')).toBeFocused()
    await expect(
      list.dialog.getByText('No change of the price or the cost is known.'),
    ).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(tab('Movements')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(list.dialog).toHaveCount(0)
  }
})

test('a product and a customer without sales say so @long', async ({ page, shop }) => {
  const goods = await enterTestGoods(shop, 'sales')
  const list = productsPage(page)
  await page.goto(`/product?q=${goods.word} Lamp`)
  await list.stockButton(goods.first.name).click()
  await list.dialog.getByRole('tab', { name: 'Purchases' }).click()
  await expect(list.dialog.getByText('No purchases yet.')).toBeVisible()
  await list.dialog.getByRole('tab', { name: 'Sales' }).click()
  await expect(list.dialog.getByText('No sales yet.')).toBeVisible()
  await expectAccessible(page, wide.width)
  await page.goto(`/customer?q=${goods.word}`)
  await openCustomers(page).name(goods.party).click()
  await expect(list.dialog.getByText('No sales yet.')).toBeVisible()
  await expectAccessible(page, wide.width)
})

test('a name looks like a text, and shows the focus @long', async ({ page, shop }) => {
  const goods = await enterTestGoods(shop, 'sales')
  const list = openCustomers(page)
  await page.goto(`/customer?q=${goods.word}`)
  const name = list.name(goods.party)
  const { textDecorationLine, fontWeight, color } = await name.evaluate((button) =>
    structuredClone({
      textDecorationLine: getComputedStyle(button).textDecorationLine,
      fontWeight: getComputedStyle(button).fontWeight,
      color: getComputedStyle(button).color,
    }),
  )
  const cell = name.locator('xpath=..')
  await expect(cell).toHaveCSS('font-weight', fontWeight)
  await expect(cell).toHaveCSS('color', color)
  expect(textDecorationLine).toBe('none')
  await name.focus()
  await page.keyboard.press('Shift')
  await expect(name).not.toHaveCSS('box-shadow', 'none')
})

test('the prices of a product are drawn over time, and listed @long', async ({ page, shop }) => {
  const goods = await enterTestGoods(shop, 'sales')
  const { id, name } = goods.first
  const edited = { name, cost: 15, stock: 1, categoryId: await shop.firstId('categories') }
  for (const price of [24, 22, 30]) await shop.update(`products/${id}`, { ...edited, price })
  const list = productsPage(page)
  for (const size of [wide, phone]) {
    await page.setViewportSize(size)
    await page.goto(`/product?q=${goods.word} Lamp`)
    await list.stockButton(name).click()
    await list.dialog.getByRole('tab', { name: 'Prices' }).click()
    const figure = list.dialog.getByRole('figure', { name: 'Price and cost over time' })
    await expect(figure.locator('path.recharts-line-curve')).toHaveCount(2)
    const changes = list.dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await expect(changes.first()).toContainText('Price from $22.00 to $30.00')
    await expectAccessible(page, size.width)
  }
})
