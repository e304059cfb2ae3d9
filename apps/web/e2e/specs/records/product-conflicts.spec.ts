import { openRecordForm } from '../../pages/record-form'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { sellProduct } from '../../support/documents'
import { expect } from '../../support/fixtures'
import { enterProduct, stockOf, uniqueWord } from '../../support/shop-api'
import { test } from '../../support/people/two-people'

test.use({ as: 'cashier' })

test('a typed stock counts beside sales and the edit of another person @long', async ({
  page,
  shop,
  manager,
}) => {
  const name = uniqueWord()
  const { id } = await enterProduct(shop, name, { stock: 20 })
  const theirs = await openRecordForm(manager, 'products', name)
  const mine = await openRecordForm(page, 'products', name)
  await theirs.fill('Price', '30')
  await theirs.fill('Stock', '24')
  await theirs.save()
  await theirs.expectSaved()
  await sellProduct(shop, id, 3)
  await mine.fill('Price', '40')
  await mine.fill('Stock', '25')
  await mine.save()
  await expect(mine.questions).toHaveCount(1)
  await expect(mine.field('Stock')).toHaveValue('25')
  // Four came, three were sold, and five more come now.
  const hint = 'The stock is 21 now. Your change makes it 26.'
  await expect(mine.dialog.getByText(hint)).toBeVisible()
  await mine.choice('Mine 40').check()
  await mine.save()
  await mine.expectSaved()
  expect(await stockOf(shop, id)).toBe(26)
})

test('a save whose answer is lost changes the stock once', async ({
  page,
  consoleErrors,
  shop,
}) => {
  consoleErrors.allow(/net::ERR_|status of 412/)
  const name = uniqueWord()
  const { id } = await enterProduct(shop, name, { stock: 20 })
  const form = await openRecordForm(page, 'products', name)
  await form.fill('Price', '40')
  await form.fill('Stock', '25')
  await page.route(`**/api/v1/products/${id}`, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await form.save()
  await expect(form.dialog.getByText(/cannot be reached/)).toBeVisible()
  await page.unroute(`**/api/v1/products/${id}`)
  await sellProduct(shop, id, 2)
  await form.save()
  await form.expectSaved()
  expect(await stockOf(shop, id)).toBe(23)
})

test('an open product form saves beside 50 selling clients without a question @long', async ({
  page,
  shop,
}) => {
  const name = uniqueWord()
  const { id } = await enterProduct(shop, name, { stock: 100 })
  const form = await openRecordForm(page, 'products', name)
  await form.fill('Price', '30')
  await form.fill('Stock', '110')
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'PUT') statuses.push(response.status())
  })
  const clients = Array.from({ length: 50 }, () => sellProduct(shop, id, 1))
  await form.save()
  await form.expectSaved()
  await Promise.all(clients)
  expect(statuses).toEqual([200])
  expect(await stockOf(shop, id)).toBe(60)
})

for (const size of Object.values(viewportSizes)) {
  test.describe(`${size.width} px`, () => {
    test.use({ viewport: size })

    test('the questions of a form are accessible and fit the screen @long', async ({
      page,
      shop,
      manager,
    }) => {
      const name = uniqueWord()
      await enterProduct(shop, name, { description: 'Blue' })
      const theirs = await openRecordForm(manager, 'products', name)
      const mine = await openRecordForm(page, 'products', name)
      for (const [form, price, text] of [
        [theirs, '30', 'Green, from the potter at the harbour. '.repeat(8)],
        [mine, '40', 'Red'],
      ] as const) {
        await form.fill('Price', price)
        await form.fill('Cost', price)
        await form.fill('Description', text)
        await form.save()
      }
      await expect(mine.questions).toHaveCount(3)
      await mine.save()
      // The reason and the first question are in view together, and the two fields of a row are level.
      await expect(mine.choice('Theirs 30').first()).toBeFocused()
      await expect(mine.notice).toBeInViewport({ ratio: 1 })
      await expect(mine.field('Cost')).toBeInViewport({ ratio: 1 })
      const notice = await mine.notice.boundingBox()
      const cost = await mine.field('Cost').boundingBox()
      expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(cost?.y ?? 0)
      await mine.choice('Mine Red').check()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
        expect.soft(await findAccessibilityViolations(page), colorScheme).toEqual([])
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(size.width)
      const inner = await mine.dialog.evaluate(({ scrollWidth, clientWidth }) => [
        scrollWidth,
        clientWidth,
      ])
      expect(inner[0]).toBeLessThanOrEqual(inner[1] ?? 0)
    })
  })
}
