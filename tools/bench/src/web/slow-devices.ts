import type { Page } from '@playwright/test'

const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/**
 * Otherwise Chromium keeps a copy of each answer for this session, and makes it on the page's main thread. A list of
 * 2 MB takes 200 ms of a CPU that is slowed down six times.
 */
const withoutCopies = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }

/** Emulates slow 4G for all further requests of a page, also those of its bare fetches. */
export async function emulateSlow4G(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable', withoutCopies)
  await session.send('Network.emulateNetworkConditions', slow4G)
}

/** Emulates a cheap mobile phone: a CPU that is slower by this factor, and slow 4G. */
export async function emulateSlowPhone(page: Page, slowdown: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await emulateSlow4G(page)
}
