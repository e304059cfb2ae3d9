import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/**
 * What axe holds against the page as it stands, a line for each rule with the elements it means:
 * all of it, or what its colours alone can do.
 */
export async function findAccessibilityViolations(
  page: Page,
  what: 'everything' | 'colours' = 'everything',
) {
  const axe = await readFile(axeFile, 'utf8')
  // Colours are judged as they end up, not on their way.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
  )
  const options = {
    // What passed is not put together, and no style sheet is fetched once more: no rule of these asks for it.
    resultTypes: ['violations'],
    preload: false,
    ...(what === 'colours' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  }
  // Run from outside: the page's own policy lets no script of ours in.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target).join(' | ')}`,
  )
}
