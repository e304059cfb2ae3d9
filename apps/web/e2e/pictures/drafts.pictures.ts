import type { Page } from '@playwright/test'

import { createDocumentPage } from '../pages/create-document-page'
import type { DocumentKind } from '../support/documents'
import { expect } from '../support/fixtures'
import { picture } from './picture'

picture('find-product.webp', {}, async ({ page }) => {
  const screen = await fillInDocument(page, 'sales', 'Gail Green', { 'Espresso Beans': 2 })
  await screen.search.fill('tea')
  await expect(screen.option('Green Tea')).toBeVisible()
})

picture('sell.webp', {}, async ({ page }) => {
  await fillInPictureSale(page)
})

picture('sell-phone.webp', { on: 'small' }, async ({ page }) => {
  await fillInPictureSale(page)
})

picture('not-recorded.webp', {}, async ({ page }) => {
  const screen = await fillInPictureSale(page)
  await page.route('**/api/v1/sales', (route) => route.abort())
  await screen.submit.click()
  await expect(page.getByText(/If you submit again/)).toBeVisible()
  await expect(screen.failed).toBeVisible()
})

picture('buy.webp', {}, async ({ page }) => {
  const screen = await fillInDocument(page, 'purchases', 'Leaf Limited', {
    'Green Tea': 12,
    'Black Tea': 24,
  })
  await screen.remark.fill('Invoice 2041')
  await screen.search.focus()
})

async function fillInPictureSale(page: Page) {
  const screen = await fillInDocument(page, 'sales', 'Gail Green', {
    'Espresso Beans': 2,
    'Green Tea': 3,
  })
  await screen.quantity('Green Tea').focus()
  return screen
}

async function fillInDocument(
  page: Page,
  kind: DocumentKind,
  party: string,
  lines: Record<string, number>,
) {
  const screen = createDocumentPage(page, kind)
  await screen.open()
  await screen.chooseParty(party)
  for (const [product, quantity] of Object.entries(lines)) {
    await screen.add(product)
    await screen.quantity(product).fill(String(quantity))
  }
  return screen
}
