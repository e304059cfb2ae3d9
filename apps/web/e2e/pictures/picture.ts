import path from 'node:path'
import type { Locator, Page } from '@playwright/test'

import type { Who } from '../accounts'
import { test as base } from '../fixtures'
import { sizes } from '../look'
import type { Shop } from '../shop'
import { prepareShop } from './prepare-shop'
import { standStill } from './stand-still'

interface Scene {
  page: Page
  shop: Shop
}

interface Frame {
  as?: Who | 'nobody'
  on?: keyof typeof sizes
  dark?: boolean
  /** How much of the screen, where the rest of it is empty. */
  height?: number
}

const test = base.extend<object, { prepared: void }>({
  prepared: [
    async ({ shop }, provide) => {
      await prepareShop(shop)
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
  name: `${string}.png`,
  { as = 'cashier', on = 'wide', dark = false, height }: Frame,
  arrange: (scene: Scene) => Promise<Locator | void>,
) {
  test.describe(() => {
    const size = sizes[on]
    const viewport = { ...size, height: height ?? size.height }
    test.use({ as, viewport, colorScheme: dark ? 'dark' : 'light', hasTouch: on === 'small' })

    test(name, async ({ page, shop, complaints }, { project }) => {
      // Of the connection that a scene takes away.
      complaints.allow(/net::ERR_/)
      await standStill(page)
      const shown = (await arrange({ page, shop })) ?? page
      await page.evaluate(() => document.fonts.ready)
      await page.waitForLoadState('networkidle')
      const file = path.join(project.outputDir, name)
      await shown.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
    })
  })
}
