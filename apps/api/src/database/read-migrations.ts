import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { MigrationError } from './migration-error'

export type Migration = { name: string; sql: string; checksum: string }

/** The migrations that this version of Stockie knows, oldest first. */
export async function readMigrations(folder = findMigrationsFolder()): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(names.toSorted().map((name) => readMigration(folder, name)))
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  // A checkout on Windows may have turned the line ends; the migration is the same all the same.
  const text = await readFile(join(folder, name, 'migration.sql'), 'utf8').catch(
    (cause: unknown) => {
      throw new MigrationError(`The migration ${name} has no readable migration.sql.`, { cause })
    },
  )
  const sql = text.replaceAll('\r\n', '\n')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/** Found by going up: this code runs from src/database and, bundled, from dist. */
function findMigrationsFolder(): string {
  let above = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const folder = join(above, 'prisma', 'migrations')
    if (existsSync(join(folder, 'migration_lock.toml'))) return folder
    if (above === dirname(above)) {
      throw new MigrationError('The folder prisma/migrations is missing from this installation.')
    }
    above = dirname(above)
  }
}
