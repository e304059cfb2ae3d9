import { createDocumentPage } from '../../pages/create-document-page'
import { enterTestGoods, sellProduct, today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { stockOf } from '../../support/shop-api'

test.use({ as: 'cashier' })

const screens = [
  { name: 'with a mouse', hasMouse: true, use: {} },
  {
    name: 'on a phone',
    hasMouse: false,
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
] as const

for (const { name, hasMouse, use } of screens) {
  test.describe(name, () => {
    test.use(use)

    test(`a sale of one product to the usual customer takes two clicks @long`, async ({
      page,
      shop,
    }) => {
      const goods = await enterTestGoods(shop, 'sales')
      // Far more than the tests sell of any other product.
      await sellProduct(shop, goods.first.id, 900_000, today())
      const screen = createDocumentPage(page, 'sales')
      await screen.open()
      await screen.chooseParty(goods.party)
      await screen.partyButton.click()
      await page.getByRole('button', { name: `Start every sale with ${goods.party}` }).click()
      await page.reload()
      await screen.expectOpen()
      await expect(screen.partyButton).toContainText(goods.party)
      // On a phone, a focused search would open the keyboard over the page.
      const start = hasMouse ? screen.search : page.locator('[tabindex="-1"]:has(> nav)')
      await expect(start).toBeFocused()

      await screen.addButton(goods.first.name).click()
      await expect(screen.quantity(goods.first.name)).toHaveValue('1')
      await screen.submit.click()
      await expect(screen.created).toBeVisible()
      await expect(screen.partyButton).toContainText(goods.party)
      await expect(screen.empty).toBeVisible()
      await expect(start).toBeFocused()
      if (!hasMouse) await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
      expect(await goods.recorded()).toMatchObject([{ totalAmount: 20 }])
    })

    test('each part of a sale says what is wrong with it @long', async ({ page, shop }) => {
      const goods = await enterTestGoods(shop, 'sales')
      const screen = createDocumentPage(page, 'sales')
      await screen.open()
      await screen.clearDate()
      const isShown = async (part: typeof screen.submit, message: string) => {
        await screen.submit.click()
        await expect(part).toHaveAttribute('aria-invalid', 'true')
        await expect(part).toHaveAccessibleDescription(message)
        await expect(part).toBeInViewport()
        await expect(page.getByText(message, { exact: true })).toBeInViewport()
      }
      await isShown(screen.partyButton, 'Choose a customer.')
      await screen.chooseParty(goods.party)
      await isShown(screen.date, 'Choose a date.')
      await screen.chooseDay(15)
      await isShown(screen.search, 'Add a product.')

      await screen.add(goods.first.name)
      await expect(screen.search).toHaveAttribute('aria-invalid', 'false')
      await screen.quantity(goods.first.name).fill('51')
      await expect(screen.line(goods.first.name)).toContainText('Only 50 in stock')
      await screen.quantity(goods.first.name).fill('50')
      await expect(screen.line(goods.first.name)).not.toContainText('in stock')

      await screen.discount.fill('1.000,5')
      await expect(page.getByText('Discount: counted as $0.00.')).toBeVisible()
      await screen.discount.fill('1,000.50')
      await expect(page.getByText('The total is cut at $0.00.')).toBeVisible()
      await screen.shipping.fill('12,5')
      await expect(screen.grandTotal).toHaveText('$12.00')
      await expect(page.getByText('The total is cut at $0.00.')).toBeHidden()
    })

    test('a sale of more than the stock is recorded @long', async ({ page, shop }) => {
      const goods = await enterTestGoods(shop, 'sales')
      const screen = createDocumentPage(page, 'sales')
      await screen.open()
      await screen.chooseParty(goods.party)
      await screen.add(goods.first.name)
      await screen.quantity(goods.first.name).fill('51')
      await screen.submit.click()
      await expect(screen.created).toBeVisible()
      expect(await stockOf(shop, goods.first.id)).toBe(-1)
    })
  })
}
