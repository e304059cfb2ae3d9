import { createDocumentPage } from '../../pages/create-document-page'
import { productsPage } from '../../pages/products-page'
import { viewportSizes } from '../../pages/screen-states'
import { reorderSheet } from '../../pages/stock/reorder-sheet'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { documentLine, today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { enterProduct, type ShopApi, uniqueWord } from '../../support/shop-api'

test.use({ as: 'manager' })

/** Enters a supplier, and a product that was bought from it. */
async function enterBoughtProduct(shop: ShopApi, name: string, more: object = {}) {
  const supplier = `${name} Works`
  const { id } = await enterProduct(shop, name, more)
  const { id: supplierId } = await shop.enter('suppliers', { name: supplier })
  await shop.enter('purchases', {
    supplierId,
    purchaseDate: today(),
    totalAmount: 10,
    remark: '',
    purchaseDetails: [documentLine({ id }, 10, 1)],
  })
  return { name, supplier }
}

for (const size of ['wide', 'small'] as const) {
  test(`ticked products go into the purchase, and Undo takes them out, on a ${size} screen @long`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(viewportSizes[size])
    const word = uniqueWord()
    const lamp = await enterBoughtProduct(shop, `${word} lamp`, { reorderTarget: 40 })
    const list = productsPage(page)
    await list.open()
    if (size === 'small') {
      await page.getByRole('button', { name: 'View', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Reorder' }).click()
    } else {
      await page.getByRole('button', { name: 'Reorder', exact: true }).click()
    }
    const reorder = reorderSheet(page)
    await expect(reorder.coverDays).toHaveValue('14')
    await expect(reorder.item(lamp.name)).toContainText(
      '6, low stock · no full day with stock in 30 days',
    )
    await expect(reorder.item(lamp.name)).toContainText('Last $10.00')
    await expect(reorder.quantity(lamp.name)).toHaveValue('34')
    await expect(reorder.tick(lamp.name)).toBeChecked()
    expect(await findAccessibilityViolations(page)).toEqual([])

    await reorder.quantity(lamp.name).fill('12')
    await reorder.fill(lamp.supplier).click()
    await expect(page.getByText('1 product added to the purchase.')).toBeVisible()
    await expect(reorder.item(lamp.name)).toContainText('12 in the purchase')
    await expect(reorder.tick(lamp.name)).not.toBeChecked()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(reorder.item(lamp.name)).not.toContainText('in the purchase')
    await expect(reorder.quantity(lamp.name)).toHaveValue('12')
    await expect(reorder.tick(lamp.name)).toBeChecked()
    await reorder.fill(lamp.supplier).click()
    await expect(reorder.item(lamp.name)).toContainText('12 in the purchase')
    // More of it adds to the line.
    await reorder.quantity(lamp.name).fill('3')
    await expect(reorder.tick(lamp.name)).toBeChecked()
    await reorder.fill(lamp.supplier).click()
    await expect(reorder.item(lamp.name)).toContainText('15 in the purchase')

    await reorder.showPurchase.click()
    const purchase = createDocumentPage(page, 'purchases')
    await expect(purchase.partyButton).toHaveText(lamp.supplier)
    await expect(purchase.quantity(lamp.name)).toHaveValue('15')
    await purchase.submit.click()
    await expect(purchase.created).toBeVisible()
  })
}

test('a purchase of another supplier is replaced after a question, and Undo brings it back @long', async ({
  page,
  shop,
}) => {
  const word = uniqueWord()
  const lamp = await enterBoughtProduct(shop, `${word} lamp`, { reorderLevel: 20 })
  const vase = await enterBoughtProduct(shop, `${word} vase`, { reorderLevel: 20 })
  const purchase = createDocumentPage(page, 'purchases')
  await purchase.open()
  await page.getByRole('button', { name: 'Reorder', exact: true }).click()
  const reorder = reorderSheet(page)
  await reorder.fill(lamp.supplier).click()
  await expect(reorder.item(lamp.name)).toContainText('15 in the purchase')
  await reorder.fill(vase.supplier).click()
  await expect(reorder.question).toContainText(`It is for ${lamp.supplier}, with 1 product.`)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await reorder.question.getByRole('button', { name: 'Cancel' }).click()
  await expect(reorder.question).toHaveCount(0)
  await expect(reorder.item(lamp.name)).toContainText('15 in the purchase')

  await reorder.fill(vase.supplier).click()
  await reorder.question.getByRole('button', { name: 'Replace' }).click()
  await expect(reorder.item(vase.name)).toContainText('15 in the purchase')
  await expect(reorder.item(lamp.name)).not.toContainText('in the purchase')
  await reorder.showPurchase.click()
  await expect(reorder.sheet).toHaveCount(0)
  await expect(purchase.partyButton).toHaveText(vase.supplier)
  // The newest toast lies on top of the others.
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(purchase.partyButton).toHaveText(lamp.supplier)
  await expect(purchase.quantity(lamp.name)).toHaveValue('15')
})

test('the dashboard counts what to reorder for a manager, and opens the list @long', async ({
  page,
  shop,
}) => {
  const lamp = await enterBoughtProduct(shop, `${uniqueWord()} lamp`)
  await page.goto('/')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^\d+ products? to reorder$/ })
    .click()
  await expect(reorderSheet(page).item(lamp.name)).toBeVisible()
})

test.describe('as a cashier', () => {
  test.use({ as: 'cashier' })

  test('the dashboard does not count what to reorder @long', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('main').getByText(/to reorder/i)).toHaveCount(0)
  })
})
