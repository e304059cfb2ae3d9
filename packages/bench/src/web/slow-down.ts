import type { Page } from '@playwright/test'

type Slowness = { processor: number; network?: 'slow 4G' }

const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** As a cheap telephone is, on its way. */
export async function slowDown(page: Page, { processor, network }: Slowness): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
  if (!network) return
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4G)
}
