import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { root, run, step, CliError } from './process.mjs'

const execute = promisify(execFile)

const systemBrowsers = {
  // The headless shell first: it needs two thirds of the CPU time for the same tests.
  linux: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ].flatMap(candidatePaths),
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
}

/** The arguments of every browser that tests and the bench start. */
export const browserArgs = [
  // Chromium refuses to sandbox as root, and a container has no GPU.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Possible paths of a program, because Playwright needs an absolute path. */
function candidatePaths(name) {
  return (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
}

/** Finds a working Chromium: from STOCKIE_BROWSER, Playwright or the system. Otherwise installs one. */
export async function findBrowser() {
  const named = process.env.STOCKIE_BROWSER
  if (named) {
    if (await canRun(named)) return named
    throw new CliError(
      `STOCKIE_BROWSER names ${named}, which does not run: set it to the path of Chrome or Chromium.`,
    )
  }
  const browser = (await findInstalled()) ?? (await installBrowser())
  if (browser) return browser
  throw new CliError(
    'The browser tests found no Chromium and could not install one: install Chrome or Chromium, or set STOCKIE_BROWSER to its path.',
  )
}

async function findInstalled() {
  for (const program of [playwrightBrowser(), ...(systemBrowsers[process.platform] ?? [])]) {
    if (await canRun(program)) return program
  }
  return null
}

function playwrightBrowser() {
  const require = createRequire(path.join(root, 'apps/web/package.json'))
  return require('@playwright/test').chromium.executablePath()
}

/** Runs the program with --version, because an installed browser may lack its libraries. */
async function canRun(program) {
  // Chrome on Windows opens a window instead of answering.
  const args =
    process.platform === 'win32' ? ['--no-startup-window'] : ['--version', '--no-sandbox']
  return execute(program, args, { timeout: 20_000 }).then(
    () => true,
    () => false,
  )
}

async function installBrowser() {
  const playwright = path.join(root, 'apps/web/node_modules/@playwright/test/cli.js')
  const installers = [[process.execPath, [playwright, 'install', 'chromium']]]
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    const packages = ['chromium-headless-shell', 'chromium']
    const installs = packages.map((name) => `apt-get install -y -qq ${name}`).join(' || ')
    installers.push([
      'sh',
      ['-c', `export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && { ${installs}; }`],
    ])
  }
  return step('Installing a browser for the tests (once)', async () => {
    for (const [command, args] of installers) {
      await run(command, args).catch(() => null)
      const browser = await findInstalled()
      if (browser) return browser
    }
    return null
  })
}
