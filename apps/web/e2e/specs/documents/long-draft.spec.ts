import type { Locator } from '@playwright/test'

import { createDocumentPage } from '../../pages/create-document-page'
import { expect, test } from '../../support/fixtures'

test.use({ as: 'cashier' })

const lines = Array.from({ length: 40 }, (_, at) => ({
  productId: 9000 + at,
  name: `Old ${100 + at}`,
  price: 5,
  quantity: 1,
}))

async function topAndBottom(part: Locator) {
  const box = await part.boundingBox()
  return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
}

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 1920, height: 1080 },
]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height }, hasTouch: true })

    test('of forty lines the search, the one just added and Submit are in sight', async ({
      page,
    }) => {
      await page.goto('/sales/create')
      await page.evaluate((old) => localStorage.setItem('sales', JSON.stringify(old)), lines)
      const screen = createDocumentPage(page, 'sales')
      await screen.open()
      await expect(screen.lines).toHaveCount(40)
      await screen.quantity('Old 120').click()
      await screen.search.fill('kettle')
      await screen.option('Kettle').tap()
      await expect(screen.lines).toHaveCount(41)

      const bar = page.locator('[data-slot=submit-bar]')
      await expect(screen.submit).toBeInViewport({ ratio: 1 })
      await expect(bar.getByText('To pay')).toBeInViewport({ ratio: 1 })
      const added = await topAndBottom(screen.line('Kettle'))
      expect(added.top).toBeGreaterThan((await topAndBottom(screen.search)).bottom)
      expect(added.bottom).toBeLessThan((await topAndBottom(bar)).top)

      // Where the search lies over it.
      const old = screen.quantity('Old 110')
      await old.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().top - 85))
      await old.focus()
      const { bottom } = await topAndBottom(screen.search)
      expect((await topAndBottom(old)).top).toBeGreaterThan(bottom)
      const before = await page.evaluate(() => window.scrollY)
      await page.keyboard.press('Enter')
      await expect(screen.search).toBeFocused()
      expect(await page.evaluate(() => window.scrollY)).toBe(before)
    })
  })
}
