import type { Locator, Page } from '@playwright/test'

/** Opens a list, and waits for the code that watches the pointer, which is fetched after the first rows. */
export async function openWatchedList(page: Page, path: string) {
  const fetched = page.waitForEvent('requestfinished', (request) =>
    request.url().includes('/area-use-'),
  )
  await page.goto(path)
  await fetched
}

/** Lets the page ask for changes at once, as when the browser is online again. Waits for the answer. */
export async function pollNow(page: Page) {
  // A poll that is under way does not count.
  const asked = page.waitForRequest('**/api/v1/changes')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await (await asked).response()
}

/** The pointer on a list, or the focus in it, holds back what would move its rows. */
export function leaveRows(page: Page) {
  return page.mouse.move(0, 0)
}

export async function middleOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
