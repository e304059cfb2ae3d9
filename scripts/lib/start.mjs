import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { main, root } from './process.mjs'

/** Installs and builds what is missing, and then runs the server in this process. */
export function start() {
  return main(async () => {
    await prepare(['build'], { forShop: true })
    process.env.NODE_ENV ??= 'production'
    await import(pathToFileURL(path.join(root, 'apps/api/dist/main.mjs')).href)
  })
}

/** Runs a built command of the API in this terminal: `npm run users -- …`. */
export function runCommand(name, args) {
  return main(async () => {
    await prepare(['build'], { forShop: true })
    const program = path.join(root, `apps/api/dist/${name}.mjs`)
    const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' })
    child.once('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
    // Ctrl-C reaches the command itself, and the command decides how to end.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => child.kill('SIGTERM'))
  })
}
