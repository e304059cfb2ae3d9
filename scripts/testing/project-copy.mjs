import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../lib/process.mjs'

const run = promisify(execFile)
const linkedFolders = [
  'node_modules',
  'apps/api/node_modules',
  'apps/web/node_modules',
  'packages/contracts/node_modules',
  'prisma/node_modules',
  'tools/bench/node_modules',
  'tools/prove/node_modules',
  'tools/testkit/node_modules',
]

/**
 * Copies the project's sources, or some of them, to a temporary folder, and links the installed packages.
 *
 * @param {{ isCopied?: (file: string) => boolean }} [options]
 */
export async function copyProject({ isCopied = () => true } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-copy-'))
  const git = ['-C', root, 'ls-files', '-co', '--exclude-standard']
  const { stdout } = await run('git', git, { maxBuffer: 2 ** 24 })
  for (const file of stdout.trim().split('\n').filter(isCopied)) {
    const from = path.join(root, file)
    if (await lstat(from).catch(() => null)) await cp(from, path.join(folder, file))
  }
  for (const name of linkedFolders) await symlink(path.join(root, name), path.join(folder, name))
  return {
    folder,
    async write(file, text) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
      await writeFile(path.join(folder, file), text)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
