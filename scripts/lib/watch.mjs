import { spawn } from 'node:child_process'
import path from 'node:path'

/** Runs a program of the folder's packages with everybody looking on; comes back with how it ended. */
export function watch(folder, program, args, { env = {}, mayAsk = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(folder, 'node_modules', program), ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: [mayAsk ? 'inherit' : 'ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject).once('close', resolve)
  })
}
