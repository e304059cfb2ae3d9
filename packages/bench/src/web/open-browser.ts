import { chromium, type Browser } from '@playwright/test'
import { NotHere } from '@stockie/stage/not-here'
import type { Bench } from '#src/bench'
import { findBrowser } from '../../../../scripts/lib/find-browser.mjs'

const args = [
  // Chromium refuses its sandbox to root, and a container has no GPU.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser that the tests use. */
export async function openBrowser(bench: Bench): Promise<Browser> {
  const executablePath = await findBrowser().catch((error: Error) => {
    throw new NotHere(error.message)
  })
  const browser = await chromium.launch({ executablePath, args })
  bench.onEnd(() => browser.close())
  return browser
}
