import pg from 'pg'

import type { Migration } from './read-migrations'

/** Whether the database stands where this version needs it: one cheap query, for /readyz. */
export async function isSchemaCurrent(
  database: Pick<pg.Pool, 'query'>,
  migrations: readonly Migration[],
): Promise<boolean> {
  try {
    const { rows } = await database.query<{ count: number; newest: string | null }>(
      `SELECT count(*)::integer AS count, max(migration_name COLLATE "C") AS newest
       FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    )
    const newest = migrations.at(-1)?.name ?? null
    return rows[0]?.count === migrations.length && rows[0].newest === newest
  } catch (error) {
    // No history at all: nothing was ever migrated.
    if (error instanceof pg.DatabaseError && error.code === '42P01') return false
    throw error
  }
}
