import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../../../..')

export type OldProgram = { name: string; migrations: string; dist: string }

/** All migrations but the newest, oldest first. */
export async function listEarlier(): Promise<string[]> {
  const entries = await readdir(path.join(root, 'prisma/migrations'), { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return names.toSorted().slice(0, -1)
}

/** Today's program in a folder of its own, where it knows no migration that is newer than this one. */
export async function layOldProgram(folder: string, newest: string): Promise<OldProgram> {
  const home = path.join(folder, `program-${newest}`)
  const migrations = path.join(home, 'prisma/migrations')
  const dist = path.join(home, 'apps/api/dist')
  await mkdir(migrations, { recursive: true })
  const entries = await readdir(path.join(root, 'prisma/migrations'))
  const known = entries.filter((name) => name <= newest || name.endsWith('.toml'))
  await Promise.all(
    known.map((name) =>
      cp(path.join(root, 'prisma/migrations', name), path.join(migrations, name), {
        recursive: true,
      }),
    ),
  )
  await cp(path.join(root, 'package.json'), path.join(home, 'package.json'))
  const isNeeded = (file: string) => !file.endsWith('.map')
  await cp(path.join(root, 'apps/api/dist'), dist, { recursive: true, filter: isNeeded })
  await symlink(path.join(root, 'apps/api/node_modules'), path.join(home, 'apps/api/node_modules'))
  return { name: newest, migrations, dist }
}
