import path from 'node:path'
import type { Locator, Page } from '@playwright/test'

import { viewportSizes } from '../pages/screen-states'
import type { AccountName } from '../support/accounts'
import { test as base } from '../support/fixtures'
import type { ShopApi } from '../support/shop-api'
import { fillPictureShop } from './picture-shop'

/** Fixes the time and hides the scroll bar, so that unchanged screens give identical pictures. */
async function freezePage(page: Page) {
  const noon = new Date()
  noon.setHours(12, 0, 0, 0)
  await page.clock.setFixedTime(noon)
  await page.addInitScript(() => {
    // A screenshot has no scroll bar and needs no space for one.
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
  /** The height of the picture, to cut off an empty rest of the screen. */
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
 * Takes one picture for docs/pictures. `arrange` brings the screen into the state to show, waits for it,
 * and may return the only element to show.
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
      // Scenes that abort requests cause this error.
      consoleErrors.allow(/net::ERR_/)
      await freezePage(page)
      const shown = (await arrange({ page, shop })) ?? page
      await page.evaluate(() => document.fonts.ready)
      await page.waitForLoadState('networkidle')
      const file = path.join(project.outputDir, name)
      await shown.screenshot({
        path: file,
        type: 'webp',
        quality: 60,
        animations: 'disabled',
        caret: 'hide',
      })
    })
  })
}
