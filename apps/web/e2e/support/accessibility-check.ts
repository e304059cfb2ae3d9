import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Runs axe on the page, with all rules or only those on colours. Returns one line per violated rule. */
export async function findAccessibilityViolations(page: Page, rules: 'all' | 'colours' = 'all') {
  const axe = await readFile(axeFile, 'utf8')
  // Wait for running animations: colours must have their final values.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
  )
  const options = {
    // Saves time: no rule here needs the report of passed rules or preloaded style sheets.
    resultTypes: ['violations'],
    preload: false,
    ...(rules === 'colours' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  }
  // Evaluated by Playwright: the page's Content Security Policy blocks script elements of the test.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target).join(' | ')}`,
  )
}
