import { createDocumentPage, fillInSale } from '../../pages/create-document-page'
import { fillField, listPage } from '../../pages/list-page'
import { salesScreen } from '../../pages/list-screens'
import { productsPage } from '../../pages/products-page'
import { accounts } from '../../support/accounts'
import { openColleague } from '../../support/people/colleague'
import { enterTestGoods, recordSale, sellProduct, type TestGoods } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { pollNow } from '../../support/live-page'
import type { ShopApi } from '../../support/shop-api'

test.use({ as: 'cashier' })

// In real time: the other tests let the page ask at once.
test('a price that a colleague changes reaches an open draft and the sales list by itself @long', async ({
  page,
  context,
  browser,
  stockie,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  const sales = listPage(await context.newPage(), salesScreen)
  await sales.open()
  await sales.search(goods.party)
  const screen = await fillInSale(page, goods)
  await screen.remark.fill('Half a sent')

  const manager = await openColleague(browser, stockie, accounts.manager)
  const products = productsPage(manager)
  await products.open()
  await products.search(goods.first.name)
  await products.row(goods.first.name).getByRole('button', { name: 'Edit' }).click()
  await fillField(products.dialog, 'Price', '25')
  await products.save()
  await expect(manager.getByText('Product updated successfully.')).toBeVisible()
  await recordSale(shop, goods, { discount: 0, shippingFees: 0 })

  await expect(screen.line(goods.first.name)).toContainText('The price is now $25.00.', {
    timeout: 30_000,
  })
  await expect(screen.remark).toHaveValue('Half a sent')
  await expect(screen.remark).toBeFocused()
  await expect(screen.grandTotal).toHaveText('$40.00')
  await expect(sales.row(goods.party)).toContainText('$145.00', { timeout: 30_000 })
  await expect(sales.searchBox).toHaveValue(goods.party)
  await manager.context().close()
})

async function changePrice(shop: ShopApi, goods: TestGoods, price: number) {
  const { id, name } = goods.first
  const { categoryId } = goods
  await shop.update(`products/${id}`, { name, price, cost: price - 5, stock: 50, categoryId })
}

for (const [kind, width] of [
  ['sales', 390],
  ['purchases', 1280],
] as const) {
  test(`an open draft of ${kind} marks what others change, and no result moves under the pointer, at ${width} px @long`, async ({
    page,
    shop,
  }) => {
    await page.clock.install()
    await page.setViewportSize({ width, height: 800 })
    const goods = await enterTestGoods(shop, kind)
    const screen = createDocumentPage(page, kind)
    const word = kind === 'sales' ? 'price' : 'cost'
    await screen.open()
    await screen.chooseParty(goods.party)
    await screen.add(goods.first.name)
    await screen.search.fill(goods.word)
    const second = screen.option(goods.second.name)
    await expect(second).toContainText('Stock: 50')
    const place = await second.boundingBox()

    // The first result disappears from the shop, and another till sells the second.
    await changePrice(shop, goods, 45)
    await sellProduct(shop, goods.second.id, 3)
    await shop.remove(`products/${goods.first.id}`)
    await pollNow(page)
    await expect(second).toContainText('Stock: 47')
    expect(await second.boundingBox()).toEqual(place)
    await expect(screen.search).toHaveValue(goods.word)
    await expect(screen.search).toBeFocused()
    await expect(screen.line(goods.first.name)).toContainText('This product was deleted.')

    await second.click()
    await shop.enter('products/restore', { ids: [goods.first.id] })
    await screen.remark.fill('Half a sent')
    const parties = kind === 'sales' ? 'customers' : 'suppliers'
    await shop.update(`${parties}/${goods.partyId}`, { name: `${goods.party} renamed` })
    await pollNow(page)
    const amount = kind === 'sales' ? '$45.00' : '$40.00'
    await expect(screen.line(goods.first.name)).toContainText(`The ${word} is now ${amount}.`)
    await expect(screen.partyButton).toHaveText(`${goods.party} renamed`)

    await shop.remove(`${parties}/${goods.partyId}`)
    await pollNow(page)
    await expect(page.getByText('was deleted. Please choose another.')).toBeVisible()
    await expect(screen.remark).toHaveValue('Half a sent')
    await expect(screen.remark).toBeFocused()
  })
}
