import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { main, root } from './process.mjs'

/** Builds Stockie and runs a tool in this terminal: `npm run bench -- --only A`. */
export function runTool(name, args) {
  return main(async () => {
    await prepare(['build'])
    const child = startTool(name, args, { stdio: 'inherit' })
    child.once('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
    // The tool cleans up after itself. It treats one Ctrl-C that arrives twice as one.
    for (const signal of /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM'])) {
      process.on(signal, () => child.kill(signal))
    }
  })
}

/** Starts a tool without preparing anything. */
export function startTool(name, args, options) {
  const folder = path.join(root, 'tools', name)
  const tsx = pathToFileURL(createRequire(path.join(folder, 'package.json')).resolve('tsx')).href
  return spawn(process.execPath, ['--import', tsx, path.join(folder, 'src/main.ts'), ...args], {
    // --json FILE is relative to the folder where the user typed the command.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    // Otherwise tsx would leave its cache behind.
    env: { ...process.env, TSX_DISABLE_CACHE: '1' },
    ...options,
  })
}
