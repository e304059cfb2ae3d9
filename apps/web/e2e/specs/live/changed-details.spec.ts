import { listPage } from '../../pages/list-page'
import { productsPage } from '../../pages/products-page'
import { recordScreenOf } from '../../pages/record-screens'
import { sellProduct } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { pollNow } from '../../support/live-page'
import { enterProduct, stockOf, uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

for (const width of [1280, 390]) {
  test(`an open form keeps what is typed while others change its record, at ${width} px @long`, async ({
    page,
    shop,
  }) => {
    await page.clock.install()
    await page.setViewportSize({ width, height: 800 })
    const word = uniqueWord()
    const { id: categoryId } = await shop.enter('categories', { name: `${word} Tea` })
    const { id } = await enterProduct(shop, `${word} Oolong`, { categoryId, stock: 50 })
    const list = productsPage(page)
    await list.open()
    await list.search(word)
    await list.row(word).getByRole('button', { name: 'Edit' }).click()
    const description = list.dialog.getByLabel('Description')
    await description.fill('Half typed')

    await sellProduct(shop, id, 3)
    await shop.update(`categories/${categoryId}`, { name: `${word} Leaves` })
    await pollNow(page)
    // The rows behind the form are current, too.
    const stock = page.getByRole('row', { includeHidden: true }).filter({ hasText: word })
    await expect(stock).toContainText('47')
    await expect(description).toHaveValue('Half typed')
    await expect(description).toBeFocused()
    await expect(list.dialog.getByLabel('Stock')).toHaveValue('50')

    await list.save()
    await expect(page.getByText('Product updated successfully.')).toBeVisible()
    // The form changed no stock, so the sale counts.
    expect(await stockOf(shop, id)).toBe(47)
  })
}

test('products and expenses show the new name of their category @long', async ({ page, shop }) => {
  await page.clock.install()
  const word = uniqueWord()
  const name = `${word} Before`
  const [{ id: categoryId }, { id: kindId }] = [
    await shop.enter('categories', { name }),
    await shop.enter('expense-categories', { name }),
  ]
  await enterProduct(shop, word, { categoryId })
  await shop.enter('expenses', { name: word, amount: 12, expenseCategoryId: kindId })
  for (const [resource, path] of [
    ['products', `categories/${categoryId}`],
    ['expenses', `expense-categories/${kindId}`],
  ] as const) {
    await test.step(resource, async () => {
      const list = listPage(page, recordScreenOf(resource))
      await list.open()
      await list.search(word)
      await expect(list.row(word)).toContainText('Before')
      await shop.update(path, { name: `${word} After` })
      await pollNow(page)
      await expect(list.row(word)).toContainText('After')
    })
  }
})

test('a list is current as soon as its window gets the focus again @long', async ({
  page,
  shop,
}) => {
  await page.clock.install()
  const word = uniqueWord()
  const list = listPage(page, recordScreenOf('customers'))
  await list.open()
  await list.search(word)
  await expect(page.getByText('No results', { exact: true })).toBeVisible()
  // From here on the page's time passes so slowly that no interval ends.
  await page.clock.pauseAt(Date.now() + 1_000)
  await shop.enter('customers', { name: word })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(list.row(word)).toBeVisible({ timeout: 1 })
  }).toPass()
})
