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

/** Holds the poll for changes. It would load a failed part again, or notice the end of the session. */
export async function keepAsLoaded(page: Page) {
  await page.route('**/api/v1/changes', () => {})
}
