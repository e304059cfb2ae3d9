import { productsPage } from '../../pages/products-page'
import { enterShelf, stockCounts } from '../../pages/stock/stock-counts'
import { accounts } from '../../support/accounts'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { expect, test } from '../../support/fixtures'
import { scan } from '../../support/scanner'

test.use({ as: 'manager' })

test('two users count one shelf, and each number asks before it replaces that of the other @long', async ({
  page,
  shop,
  browser,
  stockie,
  consoleErrors,
}) => {
  consoleErrors.allow(/409 \(Conflict\)/)
  const { word, code, lamp } = await enterShelf(shop)
  const count = await shop.enter<{ id: number }>('stock-counts', {
    name: word,
    productIds: [lamp.id],
    blind: true,
  })
  await shop.update(`stock-counts/${count.id}/products/${lamp.id}`, { counted: 2 })
  await productsPage(page).open()
  const counts = stockCounts(page)
  await counts.open()
  await counts.goOn(word)
  await expect(counts.field(lamp.name)).toHaveValue('2')
  await expect(counts.row(lamp.name)).not.toContainText('Expected')
  await scan(page, code)
  await scan(page, code)
  const question = counts.question(lamp.name)
  await expect(question).toContainText(`${lamp.name} has 2 already by Nora Lindqvist`)
  await expect(question).toContainText('You counted 2.')
  expect(await findAccessibilityViolations(page)).toEqual([])
  // The owner goes on meanwhile.
  await shop.update(`stock-counts/${count.id}/products/${lamp.id}`, { counted: 1, mode: 'add' })
  await question.getByRole('button', { name: 'Add: 4' }).click()
  await expect(question).toContainText(`${lamp.name} has 3 already`)
  await question.getByRole('button', { name: 'Add: 5' }).click()
  await expect(counts.field(lamp.name)).toHaveValue('5')
  // The sum is wanted from now on.
  await scan(page, code)
  await expect(counts.field(lamp.name)).toHaveValue('6')
  await expect(question).toHaveCount(0)

  const token = { name: 'token', value: await stockie.tokenOf(accounts.cashier) }
  const other = await browser.newContext({
    baseURL: stockie.url,
    storageState: { cookies: [], origins: [{ origin: stockie.url, localStorage: [token] }] },
  })
  const device = await other.newPage()
  await productsPage(device).open()
  const there = stockCounts(device)
  await there.open()
  await there.goOn(word)
  await expect(there.field(lamp.name)).toHaveValue('6')
  await there.button('Discard').click()
  await expect(there.sheet.getByText(/^Discarded /)).toBeVisible()
  await other.close()
  // A number that is scanned here now is not lost in silence.
  await scan(page, code)
  await expect(counts.sheet.getByRole('alert')).toContainText(
    `Not saved, because the count is over: ${lamp.name} 1.`,
  )
  await counts.button('Dismiss').click()
  await counts.button('Reopen').click()
  await expect(counts.field(lamp.name)).toHaveValue('6')
})

test('numbers that the API does not answer are kept over a reload, and saved once @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  const { word, code, lamp } = await enterShelf(shop)
  const count = await shop.enter<{ id: number }>('stock-counts', {
    name: word,
    productIds: [lamp.id],
    blind: false,
  })
  await productsPage(page).open()
  const counts = stockCounts(page)
  await counts.open()
  await counts.goOn(word)
  await expect(counts.row(lamp.name)).toBeVisible()
  const path = `**/stock-counts/${count.id}/products/*`
  // The number arrives, and its answer is lost.
  await page.route(path, async (route) => {
    await route.fetch()
    await route.abort()
  })
  consoleErrors.allow(/ERR_FAILED/)
  await scan(page, code)
  await expect(counts.sheet.getByRole('alert')).toHaveText(
    '1 product is not saved yet. Stockie keeps trying.',
  )
  await scan(page, code)
  await expect(counts.field(lamp.name)).toHaveValue('2')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.unroute(path)
  await counts.open()
  await counts.goOn(word)
  await expect(counts.field(lamp.name)).toHaveValue('2')
  await expect(counts.sheet.getByText('1 of 1 counted')).toBeVisible()
  const stored = await shop.read<{ lines: { counted: number; entries: number }[] }>(
    `stock-counts/${count.id}`,
  )
  expect(stored.lines).toMatchObject([{ counted: 2, entries: 2 }])
})
