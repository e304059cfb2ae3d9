import type { Page } from '@playwright/test'

/** What would make the next picture another one, though nothing has changed. */
export async function standStill(page: Page) {
  const noon = new Date()
  noon.setHours(12, 0, 0, 0)
  await page.clock.setFixedTime(noon)
  await page.addInitScript(() => {
    // A screenshot has no scrollbar, and so needs no room for one.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { scrollbar-gutter: auto !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}
