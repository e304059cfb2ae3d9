import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { prepare } from './prepare.mjs'
import { main, root, runInForeground } from './process.mjs'

/** Runs the browser tests. Playwright gets the arguments: `npm run e2e -- --ui`. */
export function e2e(args) {
  return main(async () => {
    await prepare(['build'])
    const web = path.join(root, 'apps/web')
    process.exitCode = await runInForeground(web, '@playwright/test/cli.js', ['test', ...args], {
      env: { STOCKIE_BROWSER: await findBrowser() },
      isInteractive: true,
    })
  })
}
