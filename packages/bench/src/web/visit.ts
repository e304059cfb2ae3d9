import path from 'node:path'
import type { Browser, Page } from '@playwright/test'

type Visit = {
  url: string
  /** Whoever is signed in already. */
  token?: string
}

const inPage = path.join(import.meta.dirname, 'in-page.js')

/** A browser profile of its own for each visit, which nothing was loaded in before. */
export async function visit<Found>(
  browser: Browser,
  { url, token }: Visit,
  look: (page: Page, open: () => Promise<void>) => Promise<Found>,
): Promise<Found> {
  const origins = token
    ? [{ origin: new URL(url).origin, localStorage: [{ name: 'token', value: token }] }]
    : []
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins },
  })
  try {
    await context.addInitScript({ path: inPage })
    const page = await context.newPage()
    return await look(page, async () => {
      await page.goto(url, { waitUntil: 'commit' })
    })
  } finally {
    await context.close()
  }
}
