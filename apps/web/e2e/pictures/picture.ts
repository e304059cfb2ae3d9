import path from 'node:path'
import type { Locator, Page } from '@playwright/test'

import { viewportSizes } from '../pages/screen-states'
import type { AccountName } from '../support/accounts'
import { test as base } from '../support/fixtures'
import type { ShopApi } from '../support/shop-api'
import { fillPictureShop } from './picture-shop'

/** What would make the next picture another one, though nothing has changed. */
export async function freezePage(page: Page) {
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

interface Scene {
  page: Page
  shop: ShopApi
}

interface Frame {
  as?: AccountName | 'anonymous'
  on?: keyof typeof viewportSizes
  dark?: boolean
  /** How much of the screen, where the rest of it is empty. */
  height?: number
}

const test = base.extend<object, { prepared: void }>({
  prepared: [
    async ({ shop }, provide) => {
      await fillPictureShop(shop)
      await provide()
    },
    { scope: 'worker', auto: true },
  ],
})

/**
 * One file of docs/pictures, by its name. `arrange` does what a person would do before the look,
 * waits until that is there, and may answer what alone is to be shown.
 */
export function picture(
  name: `${string}.webp`,
  { as = 'cashier', on = 'wide', dark = false, height }: Frame,
  arrange: (scene: Scene) => Promise<Locator | void>,
) {
  test.describe(() => {
    const size = viewportSizes[on]
    const viewport = { ...size, height: height ?? size.height }
    test.use({ as, viewport, colorScheme: dark ? 'dark' : 'light', hasTouch: on === 'small' })

    test(name, async ({ page, shop, consoleErrors }, { project }) => {
      // Of the connection that a scene takes away.
      consoleErrors.allow(/net::ERR_/)
      await freezePage(page)
      const shown = (await arrange({ page, shop })) ?? page
      await page.evaluate(() => document.fonts.ready)
      await page.waitForLoadState('networkidle')
      const file = path.join(project.outputDir, name)
      await shown.screenshot({ path: file, type: 'webp', animations: 'disabled', caret: 'hide' })
    })
  })
}
