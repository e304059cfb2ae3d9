import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { fillField } from '../../pages/list-page'
import { productsPage } from '../../pages/products-page'
import { sellProduct } from '../../support/documents'
import { enterProduct, stockOf, uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

// @holds spec 2.81, 9.8, 9.9
test('the product list shows stock red at 0 or less and yellow below 10', async ({ page }) => {
  const list = productsPage(page)
  await list.open()
  await page.getByLabel('Rows per page').selectOption('50')
  const colour = (name: string) =>
    list.stockButton(name).evaluate((cell) => getComputedStyle(cell).color)
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

test('a product whose category was deleted shows Unknown and requires a new category @long', async ({
  page,
}) => {
  const list = productsPage(page)
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
test('the category filter counts the search results and narrows them @long', async ({
  page,
  shop,
}) => {
  const list = productsPage(page)
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

test('a stock edit keeps the sales that were recorded meanwhile', async ({ page, shop }) => {
  const list = productsPage(page)
  const name = uniqueWord()
  const { id } = await enterProduct(shop, name)
  await list.open()
  await list.search(name)
  await list.row(name).getByRole('button', { name: 'Edit' }).click()
  await fillField(list.dialog, 'Stock', '8')
  await sellProduct(shop, id, 2)
  await list.save()
  await expect(page.getByText('Product updated successfully.')).toBeVisible()
  // The edit adds three, and the sale takes two.
  expect(await stockOf(shop, id)).toBe(6)
  await expect(list.stockButton(name)).toHaveText('6')
})

test('a product with negative stock can be renamed @long', async ({ page, shop }) => {
  const list = productsPage(page)
  const name = uniqueWord()
  const { id } = await enterProduct(shop, name)
  await sellProduct(shop, id, 7)
  await list.open()
  await list.search(name)
  await list.row(name).getByRole('button', { name: 'Edit' }).click()
  await fillField(list.dialog, 'Name', `${name} renamed`)
  await list.save()
  await expect(list.row(`${name} renamed`)).toBeVisible()
  expect(await stockOf(shop, id)).toBe(-2)
})

test('a stock opens its movements with the balance after each @long', async ({ page, shop }) => {
  const list = productsPage(page)
  const name = uniqueWord()
  const { id } = await enterProduct(shop, name)
  await sellProduct(shop, id, 2)
  await list.open()
  await list.search(name)
  const stock = list.stockButton(name)
  await stock.click()
  await expect(list.dialog).toHaveAccessibleName(new RegExp(name))
  await expect(list.dialog.getByRole('listitem')).toHaveCount(2)
  await expect(list.dialog.getByRole('listitem').first()).toContainText(/Sale \d+.*−2.*3/s)
  await expect(list.dialog.getByRole('listitem').last()).toContainText(/Opening.*\+5.*5/s)
  await page.keyboard.press('Escape')
  await expect(list.dialog).toHaveCount(0)
  await expect(stock).toBeFocused()

  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await stock.press('Enter')
    await list.dialog.getByRole('link', { name: /^Sale \d+$/ }).click()
    await expect(page).toHaveURL(/\/sales\?from=2026-01-02&to=2026-01-02&q=\d+$/)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.goBack()
    await expect(stock).toBeVisible()
  }
})

test('the stock movements stay open when their product moves to another page @long', async ({
  page,
  shop,
}) => {
  const list = productsPage(page)
  const word = uniqueWord()
  const { id } = await enterProduct(shop, `${word} own`)
  for (let count = 0; count < 10; count += 1)
    await enterProduct(shop, `${word} other`, { stock: 4 })
  await page.goto(`/product?q=${word}&sort=-stock`)
  await list.stockButton(`${word} own`).click()
  await expect(list.dialog.getByText('Stock now: 5')).toBeVisible()
  await sellProduct(shop, id, 2)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(list.dialog.getByText('Stock now: 3')).toBeVisible()
  await expect(list.dialog.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('Show 1 change')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(list.dialog).toHaveCount(0)
  // The row moves when the pointer and the focus have left it.
  await expect(list.stockButton(`${word} own`)).toBeFocused()
  await page.getByRole('heading', { name: 'Product Management' }).hover()
  await list.searchBox.focus()
  await expect(list.row(`${word} own`)).toHaveCount(0)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
})

test('the toolbar and the product dialog report categories that failed to load @long', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 500/)
  const list = productsPage(page)
  await page.route('**/api/v1/categories', (route) => route.fulfill({ status: 500 }))
  await list.open()
  await expect(page.getByText('Failed to load categories', { exact: true })).toBeVisible()
  await list.button('Create').click()
  await expect(list.dialog.getByText('Error loading categories.')).toBeVisible()

  await page.unroute('**/api/v1/categories')
  const release = await holdResponses(page, '**/api/v1/categories')
  const retry = list.dialog.getByRole('button', { name: 'Load categories again' })
  await retry.press('Enter')
  await expect(retry).toHaveAttribute('aria-disabled', 'true')
  await expect(retry).toBeFocused()
  release()
  await expect(list.dialog.getByLabel('Category')).toBeFocused()
  await expect(retry).toHaveCount(0)
})
