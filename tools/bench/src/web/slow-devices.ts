import type { Page } from '@playwright/test'

const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** Emulates slow 4G for all further requests of a page, also those of its bare fetches. */
export async function emulateSlow4G(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4G)
}

/** Emulates a cheap mobile phone: a CPU that is slower by this factor, and slow 4G. */
export async function emulateSlowPhone(page: Page, slowdown: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await emulateSlow4G(page)
}
