import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { root } from './root.mjs'
import { main } from './steps.mjs'

/** Runs a package that works with what is built, with the terminal as its own: `npm run bench -- --only A`. */
export function runPackage(name) {
  return main(async () => {
    await prepare(['build'])
    const child = startPackage(name, process.argv.slice(2), { stdio: 'inherit' })
    child.once('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
    // It takes everything away that it has made, and takes one Ctrl-C that comes twice for one.
    for (const signal of /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM'])) {
      process.on(signal, () => child.kill(signal))
    }
  })
}

/** Starts what a package does, without preparing anything. */
export function startPackage(name, args, options) {
  const folder = path.join(root, 'packages', name)
  const tsx = pathToFileURL(createRequire(path.join(folder, 'package.json')).resolve('tsx')).href
  return spawn(process.execPath, ['--import', tsx, path.join(folder, 'src/main.ts'), ...args], {
    // A file that it writes is meant from where the command was typed.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    // It leaves nothing behind, nor does what runs it.
    env: { ...process.env, TSX_DISABLE_CACHE: '1' },
    ...options,
  })
}
