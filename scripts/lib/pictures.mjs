import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { prepare } from './prepare.mjs'
import { main, root, runInForeground, Stop } from './steps.mjs'

const web = path.join(root, 'apps/web')
const taken = path.join(web, 'test-results/pictures')
const shown = path.join(root, 'docs/pictures')

/**
 * Makes the pictures of README and docs anew, from a shop of their own: all of them, or none. That
 * shop trades on the days before today, so another day's pictures differ by their dates.
 */
export function pictures() {
  return main(async () => {
    await prepare(['build'])
    await take(await findBrowser())
    const names = (await readdir(taken)).filter((name) => name.endsWith('.webp'))
    // One that is taken no more goes.
    await rm(shown, { recursive: true, force: true })
    await mkdir(shown, { recursive: true })
    await Promise.all(names.map((name) => copyFile(path.join(taken, name), path.join(shown, name))))
  })
}

async function take(browser) {
  const args = ['test', '-c', 'e2e/pictures/pictures.config.ts']
  const env = { STOCKIE_BROWSER: browser }
  const code = await runInForeground(web, '@playwright/test/cli.js', args, { env })
  if (code === 0) return
  throw new Stop(
    'Not every picture could be taken, so docs/pictures is as it was: mend what is named above, and start again.',
  )
}
