import type { Locator, Page } from '@playwright/test'

import { createScreen, type Kind } from './create-screen'
import { expect, test } from './fixtures'

test.use({ as: 'cashier' })

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not there')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

async function liesOver(part: Locator, other: Locator) {
  const [above, below] = [await boxOf(part), await boxOf(other)]
  const beside = above.right <= below.x || above.x >= below.right
  return !beside && above.bottom > below.y && above.y < below.bottom
}

/** Whether a click in the middle of it, or at its upper edge, meets it. */
async function isFree(part: Locator) {
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

// A phone that lies, and a page at 200 %.
for (const [kind, width, height] of [
  ['sales', 844, 390],
  ['purchases', 640, 400],
] as const) {
  test(`where a screen is ${width} by ${height}, Submit and what the search of ${kind} finds are in sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const screen = createScreen(page, kind)
    await screen.open()
    await expect(screen.submit).toBeInViewport({ ratio: 1 })
    expect(await isFree(screen.submit)).toBe(true)

    await screen.search.fill('e')
    const found = page.getByRole('listbox', { name: 'Products' })
    await expect(found).toBeVisible()
    const shown = await boxOf(found.locator('..'))
    expect(shown.bottom).toBeLessThanOrEqual((await boxOf(screen.submit)).y)
    expect(shown.bottom - shown.y).toBeGreaterThan(150)
    expect(await isFree(page.getByRole('option').first())).toBe(true)
  })
}

for (const kind of ['sales', 'purchases'] satisfies Kind[]) {
  test(`no message lies over what the lines of ${kind} come to, nor over Submit`, async ({
    page,
  }) => {
    const screen = createScreen(page, kind)
    await screen.open()
    await screen.add('Kettle')
    await screen.submit.click()
    const message = toast(page, /^Please select a /)
    await expect(message).toBeVisible()
    const total = kind === 'sales' ? screen.grandTotal : page.getByText('To pay')
    await expect(total).toBeInViewport({ ratio: 1 })
    for (const part of [total, screen.remark, screen.submit, screen.search]) {
      expect(await liesOver(message, part)).toBe(false)
    }
  })
}

function toast(page: Page, text: RegExp) {
  return page.getByRole('listitem').or(page.getByRole('alert')).filter({ hasText: text }).first()
}
