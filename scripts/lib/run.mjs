import { spawn } from 'node:child_process'
import path from 'node:path'
import { prepare } from './prepare.mjs'
import { root } from './root.mjs'
import { main } from './steps.mjs'

/** `npm run users -- …` and its like: the built command, with the terminal as its own. */
export function run() {
  return main(async () => {
    await prepare(['build'])
    const [command, ...args] = process.argv.slice(2)
    const program = path.join(root, `apps/api/dist/${command}.mjs`)
    const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' })
    child.once('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
    // Ctrl-C reaches the command itself, which decides how to end.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => child.kill('SIGTERM'))
  })
}
