import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export const ownMigrations = path.resolve(import.meta.dirname, '../../../prisma/migrations')

/** A folder of migrations that lives as long as the test: these, or Stockie's own and these. */
export async function createMigrationsFolder(
  files: Record<string, string>,
  { withOwn = false } = {},
): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  if (withOwn) await cp(ownMigrations, folder, { recursive: true })
  await writeMigrations(folder, files)
  return folder
}

export async function writeMigrations(folder: string, files: Record<string, string>) {
  for (const [name, sql] of Object.entries(files)) {
    await mkdir(path.join(folder, name), { recursive: true })
    await writeFile(path.join(folder, name, 'migration.sql'), sql)
  }
}
