import { openPopup } from '../pages/popup'
import { reorderSheet } from '../pages/stock/reorder-sheet'
import { expect } from '../support/fixtures'
import { picture } from './picture'

picture('reorder.webp', { height: 760 }, async ({ page }) => {
  await page.goto('/product')
  await openPopup(page, 'Reorder', 'dialog')
  await expect(reorderSheet(page).sheet.getByRole('article').first()).toBeVisible()
})
