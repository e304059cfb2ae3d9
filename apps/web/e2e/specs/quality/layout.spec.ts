import type { Locator } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { createDocumentPage } from '../../pages/create-document-page'
import { today, type DocumentKind } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

async function overlaps(part: Locator, other: Locator) {
  const [first, second] = [await boxOf(part), await boxOf(other)]
  const isBeside = first.right <= second.x || first.x >= second.right
  return !isBeside && first.bottom > second.y && first.y < second.bottom
}

/** Whether clicks in its middle and at its upper edge hit the element. */
async function isUncovered(part: Locator) {
  const { x, y, width, height } = await boxOf(part)
  return part.evaluate(
    (element, points) =>
      points.every((point) => element.contains(document.elementFromPoint(point.x, point.y))),
    [
      { x: x + width / 2, y: y + height / 2 },
      { x: x + width / 2, y: y + 2 },
    ],
  )
}

// A phone in landscape, and a page zoomed to 200 %.
for (const [kind, width, height] of [
  ['sales', 844, 390],
  ['purchases', 640, 400],
] as const) {
  test(`the screen of new ${kind} shows Submit and the search results at ${width} by ${height} px${longUnless(kind === 'sales')}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const screen = createDocumentPage(page, kind)
    await screen.open()
    await expect(screen.submit).toBeInViewport({ ratio: 1 })
    expect(await isUncovered(screen.submit)).toBe(true)

    await screen.search.fill('e')
    const results = page.getByRole('listbox', { name: 'Products' })
    await expect(results).toBeVisible()
    const shown = await boxOf(results.locator('..'))
    expect(shown.bottom).toBeLessThanOrEqual((await boxOf(screen.submit)).y)
    expect(shown.bottom - shown.y).toBeGreaterThan(150)
    expect(await isUncovered(page.getByRole('option').first())).toBe(true)
  })
}

for (const kind of ['sales', 'purchases'] satisfies DocumentKind[]) {
  test(`no toast covers the total or Submit of new ${kind} @long`, async ({ page }) => {
    const screen = createDocumentPage(page, kind)
    await screen.open()
    await screen.add('Kettle')
    await screen.submit.click()
    const message = appShell(page).toast(/^Please select a /)
    // The pointer keeps it on the screen.
    await message.hover()
    const total = page.getByText('To pay')
    await expect(total).toBeInViewport({ ratio: 1 })
    for (const part of [total, screen.remark, screen.submit, screen.search]) {
      expect(await overlaps(message, part)).toBe(false)
    }
    // Toasts begin over the header, so more of them cover nothing else either.
    const header = await boxOf(page.getByRole('banner'))
    expect((await boxOf(message)).bottom).toBeLessThanOrEqual(header.bottom)
  })
}

test('no toast covers the buttons of a dialog @long', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/net::ERR_FAILED/)
  await page.goto('/expense')
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Expense' })
  await dialog.getByLabel('Name').fill('Paper')
  await dialog.getByLabel('Amount').fill('9')
  await dialog.getByLabel('Category').selectOption({ index: 1 })
  await page.route('**/api/v1/expenses', (route) => route.abort())
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  const message = appShell(page).toast(/^Unable to add expense/)
  await expect(message).toBeVisible()
  for (const part of [save, dialog.getByRole('button', { name: 'Cancel' })]) {
    expect(await overlaps(message, part)).toBe(false)
  }
})

test('a phone shows the amounts of products and expenses without scrolling sideways @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, amount] of [
    ['/product', /^\$[\d,.]+ · Stock -?\d/],
    ['/expense?from=2020-01-01&to=2030-12-31', /^\$[\d,.]+$/],
  ] as const) {
    await page.goto(path)
    const shown = page.getByRole('cell').getByText(amount).first()
    await expect(shown).toBeInViewport({ ratio: 1 })
    const edit = page.getByRole('cell').getByRole('button', { name: 'Edit' }).first()
    expect((await boxOf(shown)).right).toBeLessThanOrEqual((await boxOf(edit)).x)
  }
})

test('a phone shows a stock of zero in full below the name, in its colour @long', async ({
  page,
  shop,
}) => {
  const name = `${uniqueWord()} with a very long name that is cut`
  const categoryId = await shop.firstId('categories')
  await shop.enter('products', { name, price: 1_234_567, cost: 1, stock: 0, categoryId })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/product?q=${name}`)
  const row = page.getByRole('row').filter({ hasText: name })
  const stock = row
    .getByText('Stock 0', { exact: true })
    .or(row.getByText(/^Stock 0, /))
    .first()
  await expect(stock).toBeInViewport({ ratio: 1 })
  const [text, cell] = [await boxOf(stock), await boxOf(row.getByRole('cell').nth(1))]
  expect(text.right).toBeLessThanOrEqual(cell.right)
  expect(text.bottom).toBeLessThanOrEqual(cell.bottom)
  const button = row.getByRole('button', { name: /^Stock of/ })
  const colorOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color)
  expect(await colorOf(stock)).toBe(await colorOf(button))
  expect(await colorOf(stock)).not.toBe(await colorOf(row))
})

test('on a phone, the product buttons end with the search and its Scan, and their focus is visible @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const screen = createDocumentPage(page, 'sales')
  await screen.open()
  const toolbar = page.getByRole('toolbar')
  const scan = page.getByRole('button', { name: 'Scan', exact: true })
  const [buttons, search] = [await boxOf(toolbar), await boxOf(screen.search)]
  expect([buttons.x, buttons.right]).toEqual([search.x, (await boxOf(scan)).right])
  const hasOverflow = () =>
    document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(hasOverflow)).toBe(false)
  await screen.search.focus()
  await page.keyboard.press('Tab')
  await expect(scan).toBeFocused()
  await page.keyboard.press('Tab')
  const first = toolbar.getByRole('button').first()
  await expect(first).toBeFocused()
  // Outside of the button, the toolbar would cut it off.
  await expect(first).toHaveCSS('box-shadow', /\b3px inset/)
})

for (const width of [1280, 390]) {
  test(`the notes of Discount and Shipping keep apart from the next field at ${width} px @long`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const screen = createDocumentPage(page, 'sales')
    await screen.open()
    await screen.discount.fill('ten')
    await screen.shipping.fill('ten')
    const notes = page.getByText('Not a number: counts as 0.')
    await expect(notes).toHaveCount(2)
    const [first, second] = [await boxOf(notes.first()), await boxOf(notes.last())]
    expect((await boxOf(screen.shipping)).y - first.bottom).toBeGreaterThanOrEqual(8)
    expect((await boxOf(screen.grandTotal)).y - second.bottom).toBeGreaterThanOrEqual(8)
  })
}

test('a sheet reaches the edge of the window @long', async ({ page }) => {
  await page.goto('/sales')
  await page.getByRole('cell').getByRole('button', { name: 'View' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Sales Details' })
  await expect(sheet).toBeVisible()
  // Nothing can cover the space for the scroll bar, so the page has the colour of the sheet there.
  const color = await sheet.evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect(page.locator('html')).toHaveCSS('background-color', color)
})

test('a printed page has only the list, or only the open sheet @long', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/sales?from=2020-01-01&to=2030-12-31')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Total Amount' })).toBeVisible()
  await expect(page.getByRole('button', { name: '01-01-2020' })).toBeVisible()
  for (const name of ['User menu', 'View', 'Delete', 'Go to next page']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByText(/selected\.$/)).toBeHidden()
  for (const icon of await page.locator('main svg').all()) await expect(icon).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('color', 'oklch(0.235 0.018 170)')

  // The printed page shows the date itself instead of the button "Today".
  for (const path of ['/purchase', '/sales']) {
    const before = today()
    await page.goto(path)
    const days = page.getByRole('main').getByText('Today')
    await expect(days).toHaveCSS('font-size', '0px')
    await expect(days.locator('../..')).toHaveCSS('border-top-width', '0px')
    const shown = await days.evaluate((element) => getComputedStyle(element, '::after').content)
    // The day may have changed at midnight.
    const either = [before, today()].map((day) => day.replace(/(\d+)-\d+-(\d+)/, '$2 \\w{3} $1'))
    expect(shown).toMatch(new RegExp(`^"(${either.join('|')})"$`))
  }

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('cell').getByRole('button', { name: 'View' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Sales Details' })
  await expect(sheet).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByText('Total Amount')).toBeVisible()
  await expect(sheet).toHaveCSS('position', 'static')
  await expect(page.getByText('Sales Management')).toBeHidden()
  await expect(sheet.getByRole('button')).toHaveCount(0)
})
