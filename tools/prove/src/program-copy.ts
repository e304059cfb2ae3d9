import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

export type ProgramCopy = { migrations: string; dist: string }

type Options = {
  /** Its folder, which must not exist yet. */
  home: string
  /** The migrations that the copy has. */
  hasMigration: (name: string) => boolean
  /** Migrations that only the copy has: their SQL by their names. */
  added?: Record<string, string>
}

/** Copies today's program to a folder with other migrations, as an older or a newer version. */
export async function copyProgram({
  home,
  hasMigration,
  added = {},
}: Options): Promise<ProgramCopy> {
  const migrations = path.join(home, 'prisma/migrations')
  const dist = path.join(home, 'apps/api/dist')
  await mkdir(migrations, { recursive: true })
  const entries = await readdir(path.join(root, 'prisma/migrations'))
  const known = entries.filter((name) => name.endsWith('.toml') || hasMigration(name))
  await Promise.all(
    known.map((name) =>
      cp(path.join(root, 'prisma/migrations', name), path.join(migrations, name), {
        recursive: true,
      }),
    ),
  )
  for (const [name, sql] of Object.entries(added)) {
    await mkdir(path.join(migrations, name))
    await writeFile(path.join(migrations, name, 'migration.sql'), sql)
  }
  await cp(path.join(root, 'package.json'), path.join(home, 'package.json'))
  const isNoSourceMap = (file: string) => !file.endsWith('.map')
  await cp(path.join(root, 'apps/api/dist'), dist, { recursive: true, filter: isNoSourceMap })
  await symlink(path.join(root, 'apps/api/node_modules'), path.join(home, 'apps/api/node_modules'))
  return { migrations, dist }
}

/** The names of today's migrations, oldest first. */
export async function listMigrations(): Promise<string[]> {
  const entries = await readdir(path.join(root, 'prisma/migrations'), { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}
