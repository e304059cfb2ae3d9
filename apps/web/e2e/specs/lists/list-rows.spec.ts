import type { Locator, Page } from '@playwright/test'

import { enterTestGoods, recordSale } from '../../support/documents'
import { expect, test } from '../../support/fixtures'

test.use({ as: 'cashier' })

function colorOf(part: Locator, property: 'color' | 'backgroundColor' = 'color') {
  return part.evaluate((element, name) => getComputedStyle(element)[name], property)
}

/** The heights of all rows, each once. */
async function rowHeights(page: Page) {
  const row = page.locator('tbody tr')
  await expect(row.nth(9)).toBeVisible()
  const heights = await row.evaluateAll((rows) => rows.map((each) => each.clientHeight))
  return [...new Set(heights)]
}

test('ten rows and the pager fit into the window, and the View menu keeps another row height @long', async ({
  page,
}) => {
  await page.goto('/product')
  expect(await rowHeights(page)).toEqual([40])
  await expect(page.getByRole('button', { name: 'Go to last page' })).toBeInViewport({ ratio: 1 })

  await page.getByRole('main').getByRole('button', { name: 'View' }).click()
  const choices = page.getByRole('menu').getByRole('menuitemradio')
  await expect(choices).toHaveText(['Comfortable', 'Compact'])
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('Compact')
  await choices.filter({ hasText: 'Comfortable' }).click()
  expect(await rowHeights(page)).toEqual([52])
  // The choice holds for all lists of this browser.
  await page.goto('/')
  expect(await rowHeights(page)).toEqual([52])

  await page.getByRole('main').getByRole('button', { name: 'View' }).click()
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await page.reload()
  expect(await rowHeights(page)).toEqual([40])
})

test('amounts of nothing, N/A and bins are muted, a bin only until its row is in use @long', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  await recordSale(shop, goods, { discount: 0, shippingFees: 4.5 })
  await page.goto(`/sales?q=${goods.word}`)
  const row = page.getByRole('row', { name: goods.word })
  const text = await colorOf(page.locator('body'))
  const muted = await colorOf(page.getByText(/row\(s\) selected/))
  for (const [shown, color] of [
    ['-$0.00', muted],
    ['N/A', muted],
    ['+$4.50', text],
  ] as const) {
    await expect(row.getByRole('cell', { name: shown, exact: true })).toHaveCSS('color', color)
  }
  const bin = row.getByRole('button', { name: 'Delete' })
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(bin).toHaveCSS('color', muted)
  await row.hover()
  await expect(bin).not.toHaveCSS('color', muted)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(bin).toHaveCSS('color', muted)
  await row.getByRole('button', { name: 'View' }).focus()
  await expect(bin).not.toHaveCSS('color', muted)

  // The free space of the scroll bar continues the header.
  const header = await colorOf(page.getByRole('banner'), 'backgroundColor')
  await expect(page.locator('html')).toHaveCSS('background-color', header)
})

test('the gaps of a form are even, above its first field and above its buttons too @long', async ({
  page,
}) => {
  // All of the form fits, so that its buttons stand at their place.
  await page.setViewportSize({ width: 1280, height: 1100 })
  await page.goto('/product')
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await expect(dialog.getByLabel('Description')).toBeVisible()
  const edges = async (parts: Locator, edge: 'top' | 'bottom') => {
    const all = parts.evaluateAll(
      (elements, side) => elements.map((part) => Math.round(part.getBoundingClientRect()[side])),
      edge,
    )
    return [...new Set(await all)]
  }
  const ends = await edges(dialog.locator('h2 + p, input, select, textarea'), 'bottom')
  const starts = await edges(dialog.locator('label, [data-slot=dialog-footer]'), 'top')
  expect(starts.map((start, place) => start - (ends[place] ?? 0))).toEqual(starts.map(() => 36))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('rows are high enough for a thumb @long', async ({ page }) => {
    await page.goto('/product')
    expect(await rowHeights(page)).toEqual([48])
    const edit = page.getByRole('cell').getByRole('button', { name: 'Edit' }).first()
    expect((await edit.boundingBox())?.height).toBe(40)
  })
})
