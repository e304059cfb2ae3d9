import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withLock } from './lock.mjs'
import { pnpm, root, step, Stop } from './steps.mjs'

const results = new Set(['node_modules', 'dist', '.turbo'])

// By path, not by name: prisma/seed/e2e is a seed that is shipped.
const forTests = new Set(
  [
    'apps/api/test',
    'apps/web/e2e',
    'apps/web/src/test',
    'apps/web/test-results',
    'prisma/seed/testing',
  ].map((place) => path.normalize(place)),
)

/** One hash over the content of files and folders: what has not changed is not done again. */
export async function hashFiles(base, places, ...facts) {
  const hash = createHash('sha256')
  for (const fact of facts) hash.update(fact)
  for (const place of places) {
    for (const file of (await filesIn(base, path.normalize(place))).toSorted()) {
      hash.update(file).update(await readFile(path.join(base, file)))
    }
  }
  return hash.digest('hex')
}

async function filesIn(base, place) {
  const found = await stat(path.join(base, place)).catch(() => null)
  if (!found || forTests.has(place)) return []
  if (found.isFile()) return [place]
  const entries = await readdir(path.join(base, place))
  const below = entries
    .filter((name) => !results.has(name) && !/\.(test|spec)\./.test(name))
    .map((name) => filesIn(base, path.join(place, name)))
  return (await Promise.all(below)).flat()
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
  hint: 'Packages come from the network: check that this machine reaches it, and start again.',
  work,
})

/** The steps of a start in a fresh clone: the inputs of each, what it leaves behind, and how it is done. */
export const tasks = {
  install: installation(all, () => install('--prod=false')),
  'install-shop': installation(shop, installShop),
  build: {
    inputs: [...locks, 'tsconfig.base.json', ...shop],
    results: ['apps/api/dist/main.mjs', 'apps/web/dist/index.html'],
    title: 'Building',
    hint: 'Fix the error that is named above.',
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
 * Installs and builds what is missing or out of date. `forShop` installs only the packages of a shop, unless a
 * developer's packages are installed already: it would remove them.
 */
export async function prepare(names, { forShop = false } = {}) {
  const first = forShop && !isInstalled('vitest') ? 'install-shop' : 'install'
  for (const name of [first, ...names]) {
    const task = tasks[name]
    if (await isDone(name, task)) continue
    await withLock(await lockFile(), async () => {
      if (!(await isDone(name, task))) await carryOut(name, task)
    })
  }
}

async function isDone(name, task) {
  if (!task.results.every((result) => existsSync(path.join(root, result)))) return false
  const stamp = await readFile(stampOf(name), 'utf8').catch(() => '')
  return stamp === (await hashOf(task))
}

async function carryOut(name, task) {
  const hash = await hashOf(task)
  await rm(stampOf(name), { force: true })
  await step(task.title, task.work).catch((error) => {
    throw new Stop(`${error.output ?? error.message}\n${task.title}: this failed. ${task.hint}`)
  })
  await writeFile(stampOf(name), hash)
}

const stampOf = (name) => path.join(modules, `.stockie-${name}`)
const hashOf = (task) =>
  hashFiles(root, task.inputs, process.versions.modules, process.platform, process.arch)

async function lockFile() {
  const file = path.join(modules, '.stockie-preparing')
  try {
    await mkdir(modules, { recursive: true })
    await writeFile(`${file}-${process.pid}`, '')
    await rm(`${file}-${process.pid}`)
    return file
  } catch (error) {
    throw new Stop(
      `Stockie cannot write to ${root} (${error.code}): give your user the right to write there, or clone it to a folder of yours.`,
    )
  }
}
