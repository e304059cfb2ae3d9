import { MigrationError } from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import { connectClient } from '#src/database/pool/single-client'
import { findMigrations, loadBackup, parseBackup, assertNoDifferences } from './load-backup'
import { BackupError, endSessions, type Maintenance, withMaintenance } from './maintenance'
import type { Figures, Manifest } from './manifest'
import {
  createScratchDatabase,
  dropLeftoverDatabases,
  dropScratchDatabase,
  databaseExists,
  formerName,
  databaseInUseError,
  canCreateDatabases,
  swapDatabases,
} from './swap-databases'
import { compareContents, readFigures, readShopFigures } from './verify-contents'

type RestoreOptions = {
  url: string
  file: string
  /** Allows the restore to destroy the shop that an earlier restore has put aside. */
  forget?: boolean | undefined
  log: (line: string) => void
  signal: AbortSignal
}

export type RestoreResult = { manifest: Manifest; former: string }

/**
 * Replaces the shop with that of a backup. The present database keeps its data under another name, and is
 * not touched until the new one is loaded and verified.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { url, file, forget = false, log, signal } = options
  // Reads the whole file first: that finds most faults before a database is created.
  await findMigrations(file, await parseBackup(file))
  return withMaintenance(url, { log, signal }, async (maintenance) => {
    await requireRights(maintenance)
    await requireNoSessions(maintenance)
    if (!forget) await requireNothingAside(maintenance)
    await dropLeftoverDatabases(maintenance)
    const scratch = await createScratchDatabase(maintenance)
    try {
      log('Loading it into a new database and comparing.')
      const restored = maintenance.urlOf(scratch)
      const manifest = await loadBackup({ file, url: restored, signal })
      await upgradeRestored(restored, manifest, file)
      signal.throwIfAborted()
      await swapDatabases(maintenance, scratch)
      return { manifest, former: formerName(maintenance.database) }
    } catch (error) {
      await dropScratchDatabase(maintenance, scratch)
      throw error
    }
  })
}

/** Migrates the restored database to this version, checks its figures again and ends all sessions. */
async function upgradeRestored(
  url: string,
  { figures, ...rest }: Manifest,
  file: string,
): Promise<void> {
  await migrate(url)
  const client = await connectClient(url)
  try {
    const now = { ...rest, figures: await readFigures(client) }
    assertNoDifferences(file, compareContents({ ...rest, figures }, now))
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await endSessions(url)
}

async function requireRights(maintenance: Maintenance): Promise<void> {
  const { client, database } = maintenance
  if (client.database === database) {
    throw new BackupError(
      'A restore works from the database "postgres" of the same server, which the user in DATABASE_URL cannot open: grant CONNECT on it, and run this again.',
    )
  }
  if (!(await canCreateDatabases(maintenance))) {
    throw new BackupError(
      'A restore makes a new database, which the user in DATABASE_URL may not: grant it by ALTER ROLE … CREATEDB, and run this again.',
    )
  }
  const { rowCount } = await client.query(
    `select from pg_database where datname = $1 and pg_has_role(datdba, 'usage')`,
    [database],
  )
  if (!rowCount) {
    throw new BackupError(
      'A restore renames the database, which its owner alone may: make the user in DATABASE_URL its owner by ALTER DATABASE … OWNER TO, and run this again.',
    )
  }
}

/** Two wrong restores in a row would otherwise destroy the original shop. */
async function requireNothingAside(maintenance: Maintenance): Promise<void> {
  const former = formerName(maintenance.database)
  if (!(await databaseExists(maintenance.client, former))) return
  const figures = await readShopFigures(maintenance.urlOf(former)).catch((error: unknown) => {
    if (error instanceof MigrationError) return 'of another version'
    throw error
  })
  if (!figures) return
  const description =
    typeof figures === 'string'
      ? figures
      : `with ${figures.products} products, ${figures.sales} sales and ${figures.purchases} purchases`
  throw new BackupError(
    `An earlier restore put a shop aside, ${description}, which this one would destroy: bring it back with npm run restore -- --undo --yes, or add --forget if nobody needs it any more.`,
  )
}

/**
 * Checks before the long work. Retries for 2 seconds: PostgreSQL still lists connections that just closed.
 */
async function requireNoSessions({ client, database }: Maintenance): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()
         and coalesce(backend_type, 'client backend') = 'client backend'`,
      [database],
    )
    if (!rowCount) return
    if (attempt === 20) throw databaseInUseError(database)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

type UndoOptions = { url: string; log: (line: string) => void; signal: AbortSignal }

/**
 * Swaps the shop with the one that the last restore put aside; a second call swaps them back. All its
 * sessions end. Returns the figures of that shop, or null if it is an empty database.
 */
export async function undoRestore({ url, log, signal }: UndoOptions): Promise<Figures | null> {
  return withMaintenance(url, { log, signal }, async (maintenance) => {
    const former = formerName(maintenance.database)
    if (!(await databaseExists(maintenance.client, former))) {
      throw new BackupError(
        `There is nothing to undo: there is no database ${former}, which a restore leaves.`,
      )
    }
    await requireRights(maintenance)
    await requireNoSessions(maintenance)
    const aside = maintenance.urlOf(former)
    const figures = await readShopFigures(aside)
    // Before the swap: tokens from before the restore would otherwise be valid again.
    if (figures) await endSessions(aside)
    await swapDatabases(maintenance, former)
    return figures
  })
}
