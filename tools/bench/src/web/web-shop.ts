import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { UnsupportedError } from '@stockie/testkit/errors'
import { startStockie, type Stockie } from '@stockie/testkit/stockie-server'
import type { Bench, Size } from '#src/bench'
import { browserArgs, findBrowser } from '../../../../scripts/lib/browser.mjs'

/** Opens the same browser as the tests. */
async function openBrowser(bench: Bench): Promise<Browser> {
  const executablePath = await findBrowser().catch((error: Error) => {
    throw new UnsupportedError(error.message)
  })
  const browser = await chromium.launch({ executablePath, args: browserArgs })
  bench.onEnd(() => browser.close())
  return browser
}

export type WebShop = { stockie: Stockie; browser: Browser }

/** Starts a Stockie that serves the built web app, and a browser. */
export async function openWebShop(bench: Bench, size: Size): Promise<WebShop> {
  const { url } = await bench.database(size)
  const [stockie, browser] = [await startStockie(bench, url), await openBrowser(bench)]
  return { stockie, browser }
}

type Visit = {
  url: string
  /** The session token, if the user is already signed in. */
  token?: string
  /** Lets the page send requests to other origins. */
  bypassCSP?: boolean
  isPhone?: boolean
}

const inPage = path.join(import.meta.dirname, 'in-page.js')

/** Visits a page in a new browser profile with empty caches. */
export async function visit<Result>(
  browser: Browser,
  { url, token, bypassCSP = false, isPhone = false }: Visit,
  measure: (page: Page, open: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const origins = token
    ? [{ origin: new URL(url).origin, localStorage: [{ name: 'token', value: token }] }]
    : []
  const context = await browser.newContext({
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    isMobile: isPhone,
    hasTouch: isPhone,
    bypassCSP,
    locale: 'en-US',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins },
  })
  try {
    await context.addInitScript({ path: inPage })
    const page = await context.newPage()
    return await measure(page, async () => {
      await page.goto(url, { waitUntil: 'commit' })
    })
  } finally {
    await context.close()
  }
}
