import { createDocumentPage } from '../../pages/create-document-page'
import { fillField } from '../../pages/list-page'
import { productsPage } from '../../pages/products-page'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { expect, test } from '../../support/fixtures'
import { scan } from '../../support/scanner'
import { enterProduct, uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

for (const kind of ['sales', 'purchases'] as const) {
  test(`scanned codes add products to ${kind}, one more each time @long`, async ({
    page,
    shop,
  }) => {
    const word = uniqueWord()
    await enterProduct(shop, `${word} lamp`, { code: `${word}-1` })
    await enterProduct(shop, `${word} vase`, { code: `${word}-12` })
    const screen = createDocumentPage(page, kind)
    await screen.open()
    await screen.search.focus()
    for (const code of ['1', '12', '1', '1']) {
      await scan(page, `${word}-${code}`.toUpperCase())
    }
    await expect(screen.quantity(`${word} lamp`)).toHaveValue('3')
    await expect(screen.quantity(`${word} vase`)).toHaveValue('1')
    await expect(screen.search).toBeFocused()
    await expect(screen.search).toHaveValue('')
  })
}

for (const [name, size] of Object.entries(viewportSizes)) {
  test(`a product can be added for an unknown code on a ${name} screen @long`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(size)
    const word = uniqueWord()
    await enterProduct(shop, `${word} lamp`, { code: `${word}-12` })
    const screen = createDocumentPage(page, 'sales')
    await screen.open()
    await screen.search.focus()
    for (const _scan of [1, 2]) {
      await scan(page, `${word}-1`)
      await expect(page.getByText(`No product has the code "${word}-1".`)).toBeVisible()
      await expect(screen.empty).toBeVisible()
    }
    const selected = () => page.evaluate(() => String(getSelection()))
    expect(await selected()).toBe(`${word}-1`)
    expect(await findAccessibilityViolations(page)).toEqual([])

    // By keyboard: the button is the next stop, and Escape returns to the search.
    const button = page.getByRole('button', { name: 'Add product', exact: true })
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add Product' })
    await expect(dialog.getByLabel('Code')).toHaveValue(`${word}-1`)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(screen.search).toBeFocused()
    await button.click()
    await fillField(dialog, 'Name', `${word} bowl`)
    await fillField(dialog, 'Cost', '3')
    await fillField(dialog, 'Price', '5')
    await fillField(dialog, 'Stock', '2')
    await fillField(dialog, 'Category', 'Tea', true)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(screen.quantity(`${word} bowl`)).toHaveValue('1')
    await expect(page.getByText('This product was deleted.')).toHaveCount(0)
    await expect(screen.search).toBeFocused()
    await expect(screen.search).toHaveValue('')
    await scan(page, `${word}-1`)
    await expect(screen.quantity(`${word} bowl`)).toHaveValue('2')
  })
}

test('a code can be given to a product, shown, found and not given twice @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 422/)
  const word = uniqueWord()
  await enterProduct(shop, `${word} lamp`, { code: `${word}-1` })
  await enterProduct(shop, `${word} vase`, {
    description: 'A vase of clay from the river, made by hand, for flowers of every length',
  })
  const list = productsPage(page)
  await list.open()
  await list.search(`${word} vase`)
  await list.row(`${word} vase`).getByRole('button', { name: 'Edit' }).click()
  await fillField(list.dialog, 'Code', '4006381333932')
  await expect(list.dialog.getByText('The last digit of this EAN-13 should be 1.')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await fillField(list.dialog, 'Code', `${word}-1`.toLowerCase())
  await list.save()
  const code = list.dialog.getByLabel('Code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(`This code belongs to "${word} lamp".`)
  await fillField(list.dialog, 'Code', `${word}-2`)
  await list.save()
  await expect(page.getByText('Product updated successfully.')).toBeVisible()

  await list.search(`${word}-`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('main').getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Code' }).click()
  await page.keyboard.press('Escape')
  await expect(list.row(`${word} vase`)).toContainText(`${word}-2`)
  // Beside the name, and not behind the buttons of the rows.
  const cell = await page.getByRole('cell', { name: `${word}-2` }).boundingBox()
  const buttons = await list.row(`${word} vase`).getByRole('cell').last().boundingBox()
  expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual(buttons?.x ?? 0)
})

test('Undo says that a product came back without its code @long', async ({ page, shop }) => {
  const word = uniqueWord()
  await enterProduct(shop, `${word} lamp`, { code: `${word}-1` })
  const list = productsPage(page)
  await list.open()
  await list.search(`${word} lamp`)
  await list.row(`${word} lamp`).getByRole('checkbox').check()
  await list.button('Delete (1)').click()
  await expect(page.getByText('Selected products have been deleted successfully.')).toBeVisible()
  await enterProduct(shop, `${word} vase`, { code: `${word}-1` })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/1 product came back without its code/)).toBeVisible()
})
