import type { Page } from '@playwright/test'

/** Milliseconds from a real input event to the frame that shows other rows. */
export async function timeToRows(
  page: Page,
  event: 'click' | 'keydown',
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate((name) => {
    bench.pending = bench.timeToRows(name)
  }, event)
  await act()
  return page.evaluate(() => bench.pending ?? 0)
}
