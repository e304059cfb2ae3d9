import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { root, run, step, Stop } from './steps.mjs'

const execute = promisify(execFile)

const installed = {
  // The shell first: Chromium without its windows takes two thirds of the processor for the same tests.
  linux: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ].flatMap(onPath),
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
}

/** Where a program may lie: Playwright wants the whole path. */
function onPath(name) {
  return (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
}

/** A Chromium that runs: the one that STOCKIE_BROWSER names, Playwright's, the system's, or one installed now. */
export async function findBrowser() {
  const named = process.env.STOCKIE_BROWSER
  if (named) {
    if (await runs(named)) return named
    throw new Stop(`STOCKIE_BROWSER names ${named}, which does not run: name a Chromium or Chrome.`)
  }
  return (await find()) ?? (await install()) ?? give()
}

async function find() {
  for (const program of [playwrights(), ...(installed[process.platform] ?? [])]) {
    if (await runs(program)) return program
  }
  return null
}

function playwrights() {
  const require = createRequire(path.join(root, 'apps/web/package.json'))
  return require('@playwright/test').chromium.executablePath()
}

/** A program that is there may still lack its libraries: so ask it for its version. */
async function runs(program) {
  // Chrome on Windows opens a window instead of answering.
  const args =
    process.platform === 'win32' ? ['--no-startup-window'] : ['--version', '--no-sandbox']
  return execute(program, args, { timeout: 20_000 }).then(
    () => true,
    () => false,
  )
}

async function install() {
  const playwright = path.join(root, 'apps/web/node_modules/@playwright/test/cli.js')
  const ways = [[process.execPath, [playwright, 'install', 'chromium']]]
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    const packages = ['chromium-headless-shell', 'chromium']
    const installs = packages.map((name) => `apt-get install -y -qq ${name}`).join(' || ')
    ways.push([
      'sh',
      ['-c', `export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && { ${installs}; }`],
    ])
  }
  return step('Installing a browser for the tests (once)', async () => {
    for (const [command, args] of ways) {
      await run(command, args).catch(() => null)
      const found = await find()
      if (found) return found
    }
    return null
  })
}

function give() {
  throw new Stop(
    'The browser tests found no Chromium and could not install one: install Chrome or Chromium, or name one with STOCKIE_BROWSER.',
  )
}
