import type { Locator } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { createDocumentPage } from '../../pages/create-document-page'
import { viewportSizes } from '../../pages/screen-states'
import { enterTestGoods, recordSale } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { enterProduct, uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier', viewport: viewportSizes.small })

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return box
}

test('a toast covers neither the menu, nor the account button, nor Submit @long', async ({
  page,
}) => {
  const { drawerButton, userMenuButton, toast } = appShell(page)
  const screen = createDocumentPage(page, 'sales')
  await screen.open()
  for (const isSonnerSlow of [false, true]) {
    const release = isSonnerSlow ? await holdResponses(page, '**/assets/sonner-*') : undefined
    if (isSonnerSlow) await page.reload()
    await screen.submit.click()
    const message = toast(/^Please select a /)
    // The pointer keeps it on the screen.
    await message.hover()
    const { y, height } = await boxOf(message)
    for (const button of [drawerButton, userMenuButton]) {
      const above = await boxOf(button)
      expect(above.y + above.height).toBeLessThanOrEqual(y)
    }
    expect((await boxOf(screen.submit)).y).toBeGreaterThanOrEqual(y + height)
    release?.()
  }
})

for (const width of [390, 360]) {
  test(`the product search of Create Sales shows its whole placeholder at ${width} px @long`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const screen = createDocumentPage(page, 'sales')
    await screen.open()
    const [text, room] = await screen.search.evaluate((field): [number, number] => {
      const { fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
      const copy = document.createElement('span')
      copy.textContent = field.getAttribute('placeholder')
      copy.style.font = `${getComputedStyle(field, '::placeholder').fontSize} ${fontFamily}`
      copy.style.position = 'absolute'
      document.body.append(copy)
      const padding = parseFloat(paddingLeft) + parseFloat(paddingRight)
      return [copy.getBoundingClientRect().width, field.clientWidth - padding]
    })
    expect(text).toBeGreaterThan(100)
    expect(text).toBeLessThanOrEqual(room)
  })
}

test('every item of the View menu of sales can be reached on a small phone @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 553 })
  await page.goto('/sales')
  await page.getByRole('button', { name: 'View', exact: true }).first().click()
  const menu = page.getByRole('menu')
  const { y, height } = await boxOf(menu)
  expect(y).toBeGreaterThanOrEqual(0)
  expect(y + height).toBeLessThanOrEqual(553)
  await menu.getByRole('menuitem', { name: 'Day sheet' }).scrollIntoViewIfNeeded()
  await menu.getByRole('menuitem', { name: 'Day sheet' }).click()
  await expect(page.getByRole('dialog', { name: 'Day sheet' })).toBeVisible()
})

test('a toast about a refused Submit covers neither the invalid field nor its message @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 422/)
  const goods = await enterTestGoods(shop, 'sales')
  await page.setViewportSize({ width: 390, height: 600 })
  const screen = createDocumentPage(page, 'sales')
  await screen.open()
  const submitFrom = async (top: number, toastText: RegExp, field: Locator, message: string) => {
    await page.evaluate((y) => window.scrollTo(0, y), top)
    await screen.submit.click()
    const toast = appShell(page).toast(toastText)
    await toast.hover()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    const { y, height } = await boxOf(toast)
    for (const part of [field, page.getByText(message, { exact: true })]) {
      await expect(part).toBeInViewport({ ratio: 1 })
      const box = await boxOf(part)
      expect(box.y + box.height <= y || box.y >= y + height).toBe(true)
    }
    await page.mouse.move(1, 1)
    await expect(toast).toHaveCount(0)
  }
  const ends = [0, 10_000]
  for (const top of ends) {
    await submitFrom(top, /^Please select a /, screen.partyButton, 'Choose a customer.')
  }
  await screen.chooseParty(goods.party)
  for (const top of ends) {
    await submitFrom(top, /^Please add at least/, screen.search, 'Add a product.')
  }
  await screen.add(goods.first.name)
  await page.route('**/api/v1/sales', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: { status: 422, errors: [{ path: 'discount', message: 'Too much.' }] },
    }),
  )
  for (const top of ends) {
    await submitFrom(top, /^Unable to add sales/, screen.discount, 'Too much.')
  }
})

test('a list keeps its first column during a sideways scroll, and its toolbar has two rows @long', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  await recordSale(shop, goods, { discount: 0, shippingFees: 0 })
  const main = page.getByRole('main')
  for (const { path, filter } of [
    { path: `/sales?q=${goods.word}&from=2026-01-02&to=2035-12-30`, filter: /^Date range/ },
    { path: '/product?q=e&category=Tea,Beans and many more beans', filter: /^Category Tea/ },
  ]) {
    await page.goto(path)
    const all = page.getByRole('checkbox', { name: 'Select all rows on this page' })
    if (path.startsWith('/sales')) await all.check()
    const controls = [main.getByRole('searchbox'), main.getByRole('button', { name: filter })]
    for (const name of ['Reset', 'View', 'Create']) {
      controls.push(
        main
          .getByRole('button', { name, exact: true })
          .or(main.getByRole('link', { name }))
          .first(),
      )
    }
    if (path.startsWith('/sales')) controls.push(main.getByRole('button', { name: 'Delete (1)' }))
    const boxes = await Promise.all(controls.map(boxOf))
    expect([...new Set(boxes.map(({ y }) => y))]).toHaveLength(2)
    for (const { x, width } of boxes) expect(x + width).toBeLessThanOrEqual(390)
  }

  await page.goto(`/sales?q=${goods.word}`)
  const region = page.getByRole('region', { name: 'Sales' })
  const first = region.getByRole('cell', { name: /^\d+$/ })
  const title = region.getByRole('columnheader', { name: 'Sale ID' })
  const date = region.getByRole('columnheader', { name: 'Sale Date' })
  await expect(first).toBeVisible()
  await expect(date).not.toBeInViewport()
  await region.evaluate((element) => element.scrollBy(420, 0))
  await expect(date).toBeInViewport()
  const left = (await boxOf(region)).x
  for (const part of [first, title]) {
    await expect(part).toBeInViewport({ ratio: 0.9 })
    expect((await boxOf(part)).x).toBe(left)
  }
  // The menu of the sticky header lies above the rows.
  await title.getByRole('button').click()
  const hide = page.getByRole('menuitem', { name: 'Hide' })
  await hide.click()
  await expect(title).toHaveCount(0)
})

for (const width of [390, 360]) {
  test(`no row of the product list moves when rows are selected, at ${width} px @long`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const word = uniqueWord()
    for (const at of [1, 2, 3]) await enterProduct(shop, `${word} lamp ${at}`)
    const [category] = await shop.list<{ name: string }>('categories')
    const main = page.getByRole('main')
    const all = page.getByRole('checkbox', { name: 'Select all rows on this page' })
    const first = page.getByRole('checkbox', { name: `Select ${word} lamp 1` })
    const places = () =>
      page.locator('tr, [data-slot=data-table] > div:last-child').evaluateAll((parts) =>
        // Not the hidden rows for a print, which come later.
        parts
          .filter((part) => part.checkVisibility())
          .map((part) => part.getBoundingClientRect().y),
      )
    for (const query of ['', `?q=${word}`, `?q=${word}&category=${category?.name}`]) {
      await page.goto(`/product${query}`)
      const tick = query === '' ? page.getByRole('checkbox').nth(1) : first
      await expect(tick).toBeVisible()
      const before = await places()
      for (const [box, name] of [
        [tick, 'Delete (1)'],
        [all, /^Delete \(\d+\)$/],
      ] as const) {
        await box.check()
        expect(await places()).toEqual(before)
        const remove = main.getByRole('button', { name, exact: true })
        const create = main.getByRole('button', { name: 'Create', exact: true })
        const boxes = await Promise.all([remove, create].map(boxOf))
        expect([...new Set(boxes.map(({ y }) => y))]).toHaveLength(1)
        for (const { x, width: wide } of boxes) expect(x + wide).toBeLessThanOrEqual(width - 16)
        await box.uncheck()
        expect(await places()).toEqual(before)
      }
    }
  })
}
