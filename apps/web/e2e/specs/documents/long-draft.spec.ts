import type { Locator } from '@playwright/test'

import { createDocumentPage } from '../../pages/create-document-page'
import { expect, test } from '../../support/fixtures'

test.use({ as: 'cashier' })

const lines = Array.from({ length: 40 }, (_, index) => ({
  productId: 9000 + index,
  name: `Old ${100 + index}`,
  price: 5,
  quantity: 1,
}))

async function measureEdges(part: Locator) {
  const box = await part.boundingBox()
  return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
}

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 1920, height: 1080 },
]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height }, hasTouch: true })

    test('a draft with forty lines keeps the search, the new line and Submit in view @long', async ({
      page,
    }) => {
      await page.goto('/sales/create')
      await page.evaluate((draft) => localStorage.setItem('sales', JSON.stringify(draft)), lines)
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
      const added = await measureEdges(screen.line('Kettle'))
      expect(added.top).toBeGreaterThan((await measureEdges(screen.search)).bottom)
      expect(added.bottom).toBeLessThan((await measureEdges(bar)).top)

      // Scroll to where the search covers this field.
      const field = screen.quantity('Old 110')
      await field.evaluate((node) => window.scrollBy(0, node.getBoundingClientRect().top - 85))
      await field.focus()
      const { bottom } = await measureEdges(screen.search)
      expect((await measureEdges(field)).top).toBeGreaterThan(bottom)
      const before = await page.evaluate(() => window.scrollY)
      await page.keyboard.press('Enter')
      await expect(screen.search).toBeFocused()
      expect(await page.evaluate(() => window.scrollY)).toBe(before)
    })
  })
}
