import { expectPrints, printPage, stubPrint } from '../../pages/printed-slips'
import { productsPage } from '../../pages/products-page'
import { viewportSizes } from '../../pages/screen-states'
import { enterShelf, stockCounts } from '../../pages/stock/stock-counts'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { sellProduct, today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'
import { scan, waitAfterScan } from '../../support/scanner'
import { stockOf } from '../../support/shop-api'

test.use({ as: 'manager' })

for (const size of ['wide', 'small'] as const) {
  test(`a shelf is counted with a scanner and by hand while a till sells, on a ${size} screen${longUnless(size === 'wide')}`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(viewportSizes[size])
    const { word, code, lamp, vase } = await enterShelf(shop)
    const list = productsPage(page)
    await list.open()
    await list.search(word)
    await expect(page.getByRole('row')).toHaveCount(3)
    const counts = stockCounts(page)
    await counts.open(size === 'small')
    await expect(counts.list).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])

    await counts.start.click()
    await expect(counts.startDialog.getByLabel('Products')).toHaveValue('chosen')
    await counts.startDialog.getByLabel('Name').fill(word)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await counts.startDialog.getByRole('button', { name: 'Start' }).click()
    await expect(counts.row(lamp.name)).toContainText('Expected 5')

    // Three pieces. A till sells one between them.
    await scan(page, code)
    await expect(counts.sheet.getByText(`${lamp.name}: 1 counted`)).toBeVisible()
    await expect(counts.row(lamp.name)).toContainText('Samuel')
    await sellProduct(shop, lamp.id, 1, today())
    for (const _ of [2, 3]) await scan(page, code)
    await expect(counts.field(lamp.name)).toHaveValue('3')
    await counts.field(vase.name).fill('6')
    await scan(page, code)
    await expect(counts.field(lamp.name)).toHaveValue('4')
    await expect(counts.field(vase.name)).toHaveValue('6')
    await counts.button('Take one back').click()
    await expect(counts.field(lamp.name)).toHaveValue('3')
    // Also in the field of the product itself.
    await counts.field(lamp.name).focus()
    await scan(page, code)
    await expect(counts.field(lamp.name)).toHaveValue('4')
    await counts.button('Take one back').click()
    await expect(counts.field(lamp.name)).toHaveValue('3')
    await expect(counts.question(lamp.name)).toHaveCount(0)
    await scan(page, '99999999')
    await expect(counts.sheet.getByText('No product has the code "99999999".')).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])

    // A sale after the count is no difference.
    await expect(counts.row(lamp.name)).toContainText('Samuel')
    await sellProduct(shop, lamp.id, 1, today())
    await expect(counts.sheet.getByText('2 of 2 counted')).toBeVisible()
    await counts.button('Finish').click()
    await expect(counts.sheet.getByText('2 products differ: 0 pieces, $0.00 at cost')).toBeVisible()
    await expect(counts.row(lamp.name)).toContainText(
      'Moved since it was counted: −1. The stock becomes 2.',
    )
    await expect(counts.row(lamp.name)).toContainText('Moved between its numbers: −1.')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await counts.button('Post').click()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await counts.asked.getByRole('button', { name: 'Post' }).click()
    await expect(page.getByText(/^Stock count \d+ posted\. 2 products differ: /)).toBeVisible()
    expect([await stockOf(shop, lamp.id), await stockOf(shop, vase.id)]).toEqual([2, 6])

    await counts.button('Undo').click()
    await counts.asked.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(/^Stock count \d+ undone\.$/)).toBeVisible()
    expect([await stockOf(shop, lamp.id), await stockOf(shop, vase.id)]).toEqual([3, 5])
    await counts.button('Close').click()
    await expect(counts.item(word)).toContainText('Undone')
    await expect(counts.item(word)).toContainText('2 products differ: 0 pieces, $0.00 at cost')
  })
}

test('a count is done with the keyboard and the scanner alone @long', async ({ page, shop }) => {
  const { word, code, lamp, vase } = await enterShelf(shop)
  const list = productsPage(page)
  await list.open()
  await list.search(word)
  await expect(page.getByRole('row')).toHaveCount(3)
  const counts = stockCounts(page)
  await page.getByRole('button', { name: 'Count stock', exact: true }).focus()
  await page.keyboard.press('Enter')
  await counts.start.focus()
  await page.keyboard.press('Enter')
  await expect(counts.startDialog.getByLabel('Products')).toBeFocused()
  await page.keyboard.press('Enter')
  // Enter in a choice starts nothing.
  await counts.startDialog.getByLabel('Name').focus()
  await page.keyboard.press('Enter')
  await expect(counts.row(lamp.name)).toBeVisible()
  await scan(page, code)
  await expect(counts.field(lamp.name)).toHaveValue('1')
  await waitAfterScan()

  await counts.field(lamp.name).focus()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await expect(counts.question(lamp.name).getByRole('button', { name: 'Replace: 4' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(counts.field(lamp.name)).toHaveValue('5')
  await expect(counts.field(lamp.name)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(counts.field(vase.name)).toBeFocused()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(counts.sheet.getByText('2 of 2 counted')).toBeVisible()
  await counts.button('Finish').focus()
  await page.keyboard.press('Enter')
  await expect(counts.sheet.getByText('No differences')).toBeVisible()
})

test('an open count is printed as a list to write on, a finished one with its differences @long', async ({
  page,
  shop,
}) => {
  const { word, lamp, vase } = await enterShelf(shop)
  const count = await shop.enter<{ id: number }>('stock-counts', {
    name: word,
    productIds: [lamp.id, vase.id],
    blind: false,
  })
  await stubPrint(page)
  await productsPage(page).open()
  const counts = stockCounts(page)
  await counts.open()
  await counts.goOn(word)
  await counts.button('Print').click()
  await expectPrints(page, 1)
  const [paper] = await printPage(page)
  expect(paper?.lines).toEqual(
    expect.arrayContaining([
      `Stock count ${count.id}, ${word}`,
      expect.stringMatching(new RegExp(`^${vase.name}.*5$`)),
    ]),
  )
  expect([paper?.width, paper?.height].map((length) => Math.round(length ?? 0))).toEqual([210, 297])

  await counts.field(lamp.name).fill('3')
  await counts.field(lamp.name).press('Enter')
  await expect(counts.sheet.getByText('1 of 2 counted')).toBeVisible()
  await counts.button('Finish').click()
  await expect(
    counts.sheet.getByText('1 product differs: −2 pieces, −$20.00 at cost'),
  ).toBeVisible()
  await counts.button('Print').click()
  await expectPrints(page, 2)
  const [result] = await printPage(page)
  expect(result?.lines.join('\n')).toContain('−$20.00')
  expect(result?.lines.join('\n')).not.toContain(vase.name)

  await counts.button('Close').click()
  await counts.list.getByRole('button', { name: 'Print' }).click()
  await expectPrints(page, 3)
  const [all] = await printPage(page)
  expect(all?.lines.join('\n')).toContain(`Stock count ${count.id}, ${word}`)
})
