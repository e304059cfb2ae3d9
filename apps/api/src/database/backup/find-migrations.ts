import { MigrationError } from '@/database/migration-error'
import { findPending } from '@/database/migration-history'
import { readMigrations, type Migration } from '@/database/read-migrations'
import { BackupError } from './backup-error'
import type { Manifest } from './manifest'

/** The migrations that a backup stands at, as this version knows them too, or a sentence. */
export async function findMigrations(file: string, manifest: Manifest): Promise<Migration[]> {
  const known = await readMigrations()
  const names = new Set(known.map(({ name }) => name))
  const newer = manifest.migrations.find(({ name }) => !names.has(name))
  if (newer) {
    throw new BackupError(
      `${file} was made by a newer Stockie (${manifest.stockie}): it has the migration ${newer.name}, which this version does not know. Restore it with that one, or a newer one.`,
    )
  }
  try {
    findPending(
      known,
      manifest.migrations.map((migration) => ({ ...migration, finished: true })),
    )
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    throw new BackupError(`${file} cannot be restored. ${error.message}`, error)
  }
  const applied = new Set(manifest.migrations.map(({ name }) => name))
  return known.filter(({ name }) => applied.has(name))
}
