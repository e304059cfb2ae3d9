import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withLock } from './lock.mjs'
import { pnpm, root, step, CliError } from './process.mjs'

const generatedFolders = new Set(['node_modules', 'dist', '.turbo'])

// By path, not by name: prisma/seed/e2e is a seed that is shipped.
const testFolders = new Set(
  [
    'apps/api/test',
    'apps/web/e2e',
    'apps/web/src/test',
    'apps/web/test-results',
    'prisma/seed/testing',
  ].map((place) => path.normalize(place)),
)

/**
 * Hashes the content of files and folders, so that a task runs again only after a change. Synchronously: each start
 * reads a thousand files, and waiting for each would take four times as long.
 */
export function hashFiles(base, places, ...facts) {
  const hash = createHash('sha256')
  for (const fact of facts) hash.update(fact)
  for (const place of places) {
    for (const file of listFiles(base, path.normalize(place)).toSorted()) {
      hash.update(file).update(readFileSync(path.join(base, file)))
    }
  }
  return hash.digest('hex')
}

function listFiles(base, place) {
  const stats = statSync(path.join(base, place), { throwIfNoEntry: false })
  if (!stats || testFolders.has(place)) return []
  if (stats.isFile()) return [place]
  return readdirSync(path.join(base, place))
    .filter((name) => !generatedFolders.has(name) && !/\.(test|spec)\./.test(name))
    .flatMap((name) => listFiles(base, path.join(place, name)))
}

const modules = path.join(root, 'node_modules')
const locks = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']
const shop = ['apps/api', 'apps/web', 'packages/contracts', 'prisma']
const all = [...shop, 'tools/bench', 'tools/prove', 'tools/testkit']

const install = (...args) =>
  pnpm(['install', '--frozen-lockfile', '--config.confirmModulesPurge=false', ...args])

const installation = (packages, work) => ({
  inputs: [...locks, ...packages.map((name) => `${name}/package.json`)],
  results: packages.map((name) => `${name}/node_modules`),
  title: 'Installing packages (the first time takes a minute or two)',
  hint: 'Stockie downloads packages from the network: check your connection, and start again.',
  work,
})

/** The steps of a start in a fresh clone, with the inputs and the results of each. */
export const tasks = {
  install: installation(all, () => install('--prod=false')),
  'install-shop': installation(shop, installShop),
  build: {
    inputs: [...locks, 'tsconfig.base.json', ...shop],
    results: ['apps/api/dist/main.mjs', 'apps/web/dist/index.html'],
    title: 'Building',
    hint: 'Fix the error above, and start again.',
    work: build,
  },
}

/** The packages that run and build Stockie, without those that only develop and test it. */
async function installShop() {
  await install('--prod', ...shop.map((name) => `--filter=./${name}`))
  // Prisma's client has query compilers for every kind of database. 66 MB of them are never loaded.
  const runtime = path.join(root, 'apps/api/node_modules/@prisma/client/runtime')
  const compilers = (await readdir(runtime)).filter((name) => name.includes('.wasm-base64.'))
  const unused = compilers.filter((name) => !/_fast_bg\.postgresql\..*\.mjs$/.test(name))
  await Promise.all(unused.map((name) => rm(path.join(runtime, name))))
}

/** turbo restores an earlier build from its cache. It is for developers: a shop builds each version once. */
function build() {
  const args = isInstalled('turbo')
    ? ['exec', 'turbo', 'run', 'build', '--output-logs=errors-only']
    : ['--filter=./apps/*', 'run', 'build']
  return pnpm(args)
}

const isInstalled = (name) => existsSync(path.join(modules, name))

/**
 * Installs and builds what is missing or out of date. `forShop` installs only the packages of a shop, unless
 * a developer's packages are installed already: it would remove them.
 */
export async function prepare(names, { forShop = false } = {}) {
  const first = forShop && !isInstalled('vitest') ? 'install-shop' : 'install'
  for (const name of [first, ...names]) {
    const task = tasks[name]
    if (await isDone(name, task)) continue
    await withLock(await lockFile(), async () => {
      if (!(await isDone(name, task))) await runTask(name, task)
    })
  }
}

async function isDone(name, task) {
  if (!task.results.every((result) => existsSync(path.join(root, result)))) return false
  const stamp = await readFile(stampFile(name), 'utf8').catch(() => '')
  return stamp === hashInputs(task)
}

async function runTask(name, task) {
  const hash = hashInputs(task)
  await rm(stampFile(name), { force: true })
  await step(task.title, task.work).catch((error) => {
    throw new CliError(`${error.output ?? error.message}\n${task.title} failed. ${task.hint}`)
  })
  await writeFile(stampFile(name), hash)
}

const stampFile = (name) => path.join(modules, `.stockie-${name}`)
const hashInputs = (task) =>
  hashFiles(root, task.inputs, process.versions.modules, process.platform, process.arch)

async function lockFile() {
  const file = path.join(modules, '.stockie-preparing')
  try {
    await mkdir(modules, { recursive: true })
    await writeFile(`${file}-${process.pid}`, '')
    await rm(`${file}-${process.pid}`)
    return file
  } catch (error) {
    throw new CliError(
      `Stockie cannot write to ${root} (${error.code}): give your user write permission, or clone Stockie to another folder.`,
    )
  }
}
