import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Where packages come from here: npm's own registry, unless npm is told another. */
export async function findRegistry() {
  // On Windows npm is a .cmd file, which only a shell runs.
  const options = { shell: process.platform === 'win32' }
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], options)
  return stdout.trim()
}
