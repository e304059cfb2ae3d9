import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UnsupportedError } from '@stockie/testkit/errors'
import { anchorFile, type Bench } from '#src/bench'
import { root, run } from '../../../../scripts/lib/process.mjs'

const packages = ['@vitejs/plugin-react', 'react', 'react-dom', 'vite']

export type ReactApp = {
  /** Installs the packages and builds the app; returns the milliseconds. */
  build: () => Promise<number>
}

/** Copies an empty React app, which has its packages, their versions and the settings of pnpm from the project. */
export async function createReactApp(bench: Bench): Promise<ReactApp> {
  const folder = path.join(bench.folder, 'react-app')
  await cp(anchorFile('first-start'), folder, { recursive: true })
  for (const name of ['pnpm-workspace.yaml', '.pnpmfile.cjs']) {
    await cp(path.join(root, name), path.join(folder, name))
  }
  const { lock, dependencies } = cutLock(await readFile(path.join(root, 'pnpm-lock.yaml'), 'utf8'))
  await writeFile(path.join(folder, 'pnpm-lock.yaml'), lock)
  const manifest = { name: 'react-app', private: true, type: 'module', dependencies }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest))

  const pnpm = await findPnpm()
  const install = () => run(pnpm, ['install', '--frozen-lockfile', '--offline'], { cwd: folder })
  await install().catch((error: Error & { output?: string }) => {
    throw new UnsupportedError(`pnpm cannot install offline: ${error.output ?? error.message}`)
  })

  async function build(): Promise<number> {
    for (const name of ['node_modules', 'dist']) {
      await rm(path.join(folder, name), { recursive: true, force: true })
    }
    const began = performance.now()
    await install()
    await run(path.join(folder, 'node_modules/.bin/vite'), ['build'], { cwd: folder })
    return performance.now() - began
  }
  return { build }
}

/** The pnpm of the project, in npm's cache. Stockie's start verifies it, which is part of what is measured. */
async function findPnpm(): Promise<string> {
  const { packageManager } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const [name] = String(packageManager).split('+')
  const args = ['--yes', '--offline', `--package=${name}`, '-c', 'command -v pnpm']
  const found = await run('npx', args).catch(() => {
    throw new UnsupportedError(`npm's cache has no ${name}: run npm start once.`)
  })
  return found.trim()
}

type Cut = { lock: string; dependencies: Record<string, string> }

/** The project's lockfile with a single importer, which has the packages of the app as the bench has them. */
function cutLock(all: string): Cut {
  const [start, end] = [all.indexOf('\nimporters:\n'), all.indexOf('\npackages:\n')]
  const importers = all.slice(start, end)
  const ofBench = importers.slice(importers.indexOf('\n  tools/bench:\n'))
  const entries = packages.map((name) => {
    const entry = new RegExp(`^      '?${name}'?:\\n        specifier: '?(.+?)'?\\n.+\\n`, 'm')
    const [text = '', specifier = ''] = entry.exec(ofBench) ?? []
    if (text === '') throw new Error(`The lockfile has no ${name} for the bench.`)
    return { name, text, specifier }
  })
  const importer = entries.map(({ text }) => text).join('')
  return {
    lock: `${all.slice(0, start)}\nimporters:\n\n  .:\n    dependencies:\n${importer}${all.slice(end)}`,
    dependencies: Object.fromEntries(entries.map(({ name, specifier }) => [name, specifier])),
  }
}
