import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { prepare } from './prepare.mjs'
import { main, root, runInForeground, CliError } from './process.mjs'

const web = path.join(root, 'apps/web')
const newFolder = path.join(web, 'test-results/pictures')
const publishedFolder = path.join(root, 'docs/pictures')

/**
 * Replaces all pictures of README and docs, or none if one fails. Their shop trades on the days before today,
 * so the dates in the pictures change from day to day.
 */
export function pictures() {
  return main(async () => {
    await prepare(['build'])
    await takePictures(await findBrowser())
    const names = (await readdir(newFolder)).filter((name) => name.endsWith('.webp'))
    // Also removes pictures that no scene takes any more.
    await rm(publishedFolder, { recursive: true, force: true })
    await mkdir(publishedFolder, { recursive: true })
    await Promise.all(
      names.map((name) => copyFile(path.join(newFolder, name), path.join(publishedFolder, name))),
    )
  })
}

async function takePictures(browser) {
  const args = ['test', '-c', 'e2e/pictures/pictures.config.ts']
  const env = { STOCKIE_BROWSER: browser }
  const code = await runInForeground(web, '@playwright/test/cli.js', args, { env })
  if (code === 0) return
  throw new CliError(
    'Some pictures could not be taken, so docs/pictures is unchanged: fix the failures above, and start again.',
  )
}
