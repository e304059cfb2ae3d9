import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const debian = '/usr/lib/postgresql'

/** On the PATH, or where Debian puts it, which is not on the PATH. */
export async function findPgbench(): Promise<string | undefined> {
  const versions = await readdir(debian).catch(() => [])
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one))
  const files = newestFirst.map((version) => path.join(debian, version, 'bin/pgbench'))
  for (const file of ['pgbench', ...files]) {
    const found = await run(file, ['--version']).catch(() => undefined)
    if (found) return file
  }
  return undefined
}
