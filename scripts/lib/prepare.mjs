import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { whileAlone } from './alone.mjs'
import { fingerprint } from './fingerprint.mjs'
import { root } from './root.mjs'
import { pnpm, step, Stop } from './steps.mjs'

const modules = path.join(root, 'node_modules')
const packages = [
  'apps/api',
  'apps/web',
  'packages/bench',
  'packages/contracts',
  'packages/prove',
  'packages/stage',
  'prisma',
]
const locks = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']

/** What a fresh clone lacks: each task's inputs, what it leaves behind, and how it is done. */
const tasks = {
  install: {
    inputs: [...locks, ...packages.map((name) => `${name}/package.json`)],
    results: packages.map((name) => `${name}/node_modules`),
    title: 'Installing packages (the first time takes a minute or two)',
    hint: 'Packages come from the network: check that this machine reaches it, and start again.',
    work: () =>
      pnpm(['install', '--frozen-lockfile', '--prod=false', '--config.confirmModulesPurge=false']),
  },
  generate: {
    inputs: [...locks, 'prisma/schema.prisma', 'apps/api/scripts'],
    results: ['apps/api/src/database/generated/client.ts'],
    title: 'Generating the database client',
    hint: 'Mend what it names in prisma/schema.prisma.',
    work: () => turbo('generate'),
  },
  build: {
    inputs: [...locks, 'tsconfig.base.json', ...packages],
    results: ['apps/api/dist/main.mjs', 'apps/web/dist/index.html'],
    title: 'Building',
    hint: 'Mend what it names in the code.',
    work: () => turbo('build'),
  },
}

const turbo = (task) => pnpm(['exec', 'turbo', 'run', task, '--output-logs=errors-only'])

/** Installs what is not installed and builds what is not built; nothing where nothing has changed. */
export async function prepare(names) {
  for (const name of ['install', ...names]) {
    const task = tasks[name]
    if (await isDone(name, task)) continue
    await whileAlone(await lockFile(), async () => {
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
  fingerprint(root, task.inputs, process.versions.modules, process.platform, process.arch)

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
