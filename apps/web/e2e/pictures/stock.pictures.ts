import { openPopup } from '../pages/popup'
import { reorderSheet } from '../pages/stock/reorder-sheet'
import { stockCounts } from '../pages/stock/stock-counts'
import { expect } from '../support/fixtures'
import type { ShopApi } from '../support/shop-api'
import { picture } from './picture'

picture('reorder.webp', { height: 760 }, async ({ page }) => {
  await page.goto('/product')
  await openPopup(page, 'Reorder', 'dialog')
  await expect(reorderSheet(page).sheet.getByRole('article').first()).toBeVisible()
})

picture('count-stock.webp', { as: 'manager', on: 'small' }, async ({ page, shop }) => {
  await startCount(shop, 'Shelf by the window')
  await page.goto('/product')
  const counts = stockCounts(page)
  await counts.open(true)
  await counts.goOn('Shelf by the window')
  for (const [place, number] of ['12', '7', '31'].entries()) {
    await counts.fields.nth(place).fill(number)
    await page.keyboard.press('Enter')
  }
  await expect(counts.sheet.getByText(/^3 of \d+ counted$/)).toBeVisible()
})

picture('count-differences.webp', { as: 'manager', height: 700 }, async ({ page, shop }) => {
  const count = await startCount(shop, 'Back room')
  for (const [place, { productId, expected }] of count.lines.slice(0, 8).entries()) {
    const counted = Math.max(0, expected + ([0, -2, 0, 1, -5, 0, 0, -1][place] ?? 0))
    await shop.update(`stock-counts/${count.id}/products/${productId}`, { counted })
  }
  await page.goto('/product')
  const counts = stockCounts(page)
  await counts.open()
  await counts.goOn('Back room')
  await counts.button('Finish').click()
  await expect(counts.button('Post')).toBeVisible()
})

function startCount(shop: ShopApi, name: string) {
  return shop.enter<{ id: number; lines: { productId: number; expected: number }[] }>(
    'stock-counts',
    { name, blind: false },
  )
}
