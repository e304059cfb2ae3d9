import type { Page } from '@playwright/test'

/** Milliseconds from a real input event to the frame that shows other rows. */
export async function timeToRows(
  page: Page,
  event: 'click' | 'keydown',
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(`void (bench.pending = bench.timeToRows('${event}'))`)
  await act()
  return page.evaluate<number>('bench.pending')
}
