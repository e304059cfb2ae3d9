import type { Page } from '@playwright/test'

/** Holds all responses from this URL until the returned function is called. */
export async function holdResponses(page: Page, url: string | RegExp) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.fallback()
  })
  return release
}

/** Keeps a failed part as it is until a click: a poll for changes would load it again. */
export async function keepAsLoaded(page: Page) {
  await page.route('**/api/v1/changes', () => {})
}
