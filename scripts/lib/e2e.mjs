import path from 'node:path'
import { findBrowser } from './find-browser.mjs'
import { prepare } from './prepare.mjs'
import { root } from './root.mjs'
import { main } from './steps.mjs'
import { watch } from './watch.mjs'

/** The browser tests alone, with whatever Playwright can be told: `npm run e2e -- --ui`. */
export function e2e() {
  return main(async () => {
    await prepare(['build'])
    const web = path.join(root, 'apps/web')
    const args = ['test', ...process.argv.slice(2)]
    process.exitCode = await watch(web, '@playwright/test/cli.js', args, {
      env: { STOCKIE_BROWSER: await findBrowser() },
      mayAsk: true,
    })
  })
}
