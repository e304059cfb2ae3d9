import { createDocumentPage } from '../../pages/create-document-page'
import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'
import { scan } from '../../support/scanner'
import { enterProduct, uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

for (const [kind, end] of [
  ['sales', 'CR'],
  ['sales', 'LF'],
  ['sales', 'Tab'],
  ['purchases', 'CR'],
] as const) {
  test(`a scanner that ends with ${end} adds to ${kind} from every field of the screen${longUnless(end === 'Tab')}`, async ({
    page,
    shop,
  }) => {
    const word = uniqueWord()
    await enterProduct(shop, `${word} lamp`)
    await enterProduct(shop, `${word} vase`, { code: `${word} 1` })
    const screen = createDocumentPage(page, kind)
    await screen.open()
    await screen.add(`${word} lamp`)
    await screen.quantity(`${word} lamp`).fill('7')
    await screen.remark.fill('For Bea')
    if (kind === 'sales') await screen.discount.fill('3')
    const fields = [
      screen.search,
      screen.remark,
      screen.quantity(`${word} lamp`),
      screen.plus(`${word} lamp`),
      screen.partyButton,
      screen.date,
      screen.submit,
      screen.remove(`${word} lamp`),
      ...(kind === 'sales'
        ? [screen.discount, screen.shipping, page.getByLabel('Received', { exact: true })]
        : []),
    ]
    let pieces = 0
    for (const field of fields) {
      await field.focus()
      await scan(page, `${word} 1`, end)
      pieces += 1
      await expect(screen.quantity(`${word} vase`)).toHaveValue(String(pieces))
      await expect(field).toBeFocused()
      await expect(screen.remark).toHaveValue('For Bea')
      await expect(screen.quantity(`${word} lamp`)).toHaveValue('7')
      await expect(screen.search).toHaveValue('')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    if (kind === 'sales') await expect(screen.discount).toHaveValue('3')
    await expect(screen.created).toHaveCount(0)
  })
}

test('a scan after a click on the page adds the product @long', async ({ page, shop }) => {
  const word = uniqueWord()
  await enterProduct(shop, `${word} vase`, { code: `${word}-1` })
  const screen = createDocumentPage(page, 'sales')
  await screen.open()
  await page.getByRole('heading', { name: 'Create Sales' }).click()
  await scan(page, `${word}-1`)
  await expect(screen.quantity(`${word} vase`)).toHaveValue('1')
})

test('an unknown code presses no button, and is named in the search @long', async ({
  page,
  shop,
}) => {
  const word = uniqueWord()
  await enterProduct(shop, `${word} lamp`)
  const screen = createDocumentPage(page, 'sales')
  await screen.open()
  await screen.add(`${word} lamp`)
  for (const button of [
    screen.plus(`${word} lamp`),
    screen.remove(`${word} lamp`),
    screen.submit,
    screen.date,
  ]) {
    await button.focus()
    await scan(page, `${word} 9`)
    await expect(page.getByText(`No product has the code "${word} 9".`)).toBeVisible()
    await expect(screen.search).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(screen.quantity(`${word} lamp`)).toHaveValue('1')
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(screen.created).toHaveCount(0)
})

test('an unknown code stays where it was scanned, and the search of the header stays inert @long', async ({
  page,
  shop,
}) => {
  const word = uniqueWord()
  await enterProduct(shop, `${word} vase`, { code: `${word}-1` })
  const screen = createDocumentPage(page, 'sales')
  await screen.open()
  await screen.remark.focus()
  await scan(page, `${word}-2`, 'Tab')
  await expect(screen.remark).toHaveValue(`${word}-2`)
  await expect(screen.empty).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).focus()
  await scan(page, `${word}-1`)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(`${word}-1`)
  await expect(screen.empty).toBeVisible()
})

test('a code that a person types is no scan @long', async ({ page, shop }) => {
  const word = uniqueWord()
  await enterProduct(shop, `${word} vase`, { code: `${word}-1` })
  const screen = createDocumentPage(page, 'sales')
  await screen.open()
  await screen.remark.focus()
  await page.keyboard.type(`${word}-1`, { delay: 130 })
  await page.keyboard.press('Enter')
  await expect(screen.remark).toHaveValue(`${word}-1\n`)
  await expect(screen.empty).toBeVisible()
})
