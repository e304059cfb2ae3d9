import { listPage } from '../../pages/list-page'
import { salesScreen } from '../../pages/list-screens'
import { enterTestGoods, sellProduct, today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'

test.use({ as: 'cashier' })

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test(`a search without results says which days it covered and searches the whole year @long`, async ({
      page,
      shop,
    }) => {
      const goods = await enterTestGoods(shop, 'sales')
      const otherDay = today().endsWith('-01-01') ? '12-31' : '01-01'
      await sellProduct(shop, goods.first.id, 3, `${today().slice(0, 4)}-${otherDay}`)
      const list = listPage(page, salesScreen)
      await list.open()
      // Finds a sale by the name of a product.
      await list.search(goods.first.name)
      await expect(page.getByText('No results', { exact: true })).toBeVisible()
      await expect(page.getByText('Searched today only.')).toBeInViewport()
      await list.button('Search this year').click()
      await expect(list.row('$60.00')).toBeVisible()
      await expect(list.button('Date range: This Year')).toBeVisible()
      await expect(list.searchBox).toHaveValue(goods.first.name)

      await list.search(`${goods.first.name} nothing`)
      await expect(page.getByText('No results', { exact: true })).toBeVisible()
      await expect(page.getByText('Searched this year only.')).toBeVisible()
      await expect(list.button('Search this year')).toHaveCount(0)
    })
  })
}
