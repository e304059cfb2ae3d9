import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { root } from './root.mjs'
import { main } from './steps.mjs'

const folder = path.join(root, 'packages/bench')

/** Measures what is built, with the terminal as its own: `npm run bench -- --only A`. */
export function bench() {
  return main(async () => {
    await prepare(['build'])
    const tsx = pathToFileURL(createRequire(path.join(folder, 'package.json')).resolve('tsx')).href
    const program = path.join(folder, 'src/main.ts')
    const child = spawn(process.execPath, ['--import', tsx, program, ...process.argv.slice(2)], {
      stdio: 'inherit',
      // A file that it writes is meant from where the command was typed.
      cwd: process.env.INIT_CWD ?? process.cwd(),
      // The bench leaves nothing behind, nor does what runs it.
      env: { ...process.env, TSX_DISABLE_CACHE: '1' },
    })
    child.once('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
    // It takes everything away that it has made, and takes one Ctrl-C that comes twice for one.
    for (const signal of /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM'])) {
      process.on(signal, () => child.kill(signal))
    }
  })
}
