import { access, constants, readdir } from 'node:fs/promises'
import path from 'node:path'

const debian = '/usr/lib/postgresql'

/** On the PATH, or where Debian puts it, which is not on the PATH. */
export async function findPgbench(): Promise<string | undefined> {
  const versions = await readdir(debian).catch(() => [])
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one))
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...newestFirst.map((version) => path.join(debian, version, 'bin')),
  ]
  for (const folder of folders) {
    const file = path.join(folder, 'pgbench')
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file
  }
  return undefined
}
