import { MigrationError } from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import { connectClient } from '#src/database/pool/single-client'
import { findMigrations, loadBackup, parseBackup, refuseDifferences } from './load-backup'
import { BackupError, endSessions, type Maintenance, withMaintenance } from './maintenance'
import type { Figures, Manifest } from './manifest'
import {
  createScratch,
  dropLeftovers,
  dropScratch,
  exists,
  formerName,
  inUse,
  mayCreateDatabases,
  swapDatabases,
} from './swap-databases'
import { compareContents, readFigures, readShop } from './verify-contents'

type RestoreOptions = {
  url: string
  file: string
  /** Also where that destroys what an earlier restore has put aside. */
  forget?: boolean | undefined
  log: (line: string) => void
  signal: AbortSignal
}

export type Restored = { manifest: Manifest; former: string }

/**
 * Puts the shop of a backup in place of the present one, which stays beside it under another name.
 * Until the last moment the present one is not touched.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { url, file, forget = false, log, signal } = options
  // Before anything is made: most of what can be wrong with a file is seen by reading it.
  await findMigrations(file, await parseBackup(file))
  return withMaintenance(url, { log, signal }, async (maintenance) => {
    await requireRights(maintenance)
    await requireNoSessions(maintenance)
    if (!forget) await requireNothingAside(maintenance)
    await dropLeftovers(maintenance)
    const scratch = await createScratch(maintenance)
    try {
      log('Loading it into a new database and comparing.')
      const restored = maintenance.urlOf(scratch)
      const manifest = await loadBackup({ file, url: restored, signal })
      await bringUp(restored, manifest, file)
      signal.throwIfAborted()
      await swapDatabases(maintenance, scratch)
      return { manifest, former: formerName(maintenance.database) }
    } catch (error) {
      await dropScratch(maintenance, scratch)
      throw error
    }
  })
}

/** Up to this version, and out of reach of every token that was given out before. */
async function bringUp(url: string, { figures, ...rest }: Manifest, file: string): Promise<void> {
  await migrate(url)
  const client = await connectClient(url)
  try {
    const now = { ...rest, figures: await readFigures(client) }
    refuseDifferences(file, compareContents({ ...rest, figures }, now))
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
  if (!(await mayCreateDatabases(maintenance))) {
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

/** Whoever takes a wrong backup and then another would lose the shop that they began with. */
async function requireNothingAside(maintenance: Maintenance): Promise<void> {
  const former = formerName(maintenance.database)
  if (!(await exists(maintenance.client, former))) return
  const figures = await readShop(maintenance.urlOf(former)).catch((error: unknown) => {
    if (error instanceof MigrationError) return 'of another version'
    throw error
  })
  if (!figures) return
  const what =
    typeof figures === 'string'
      ? figures
      : `with ${figures.products} products, ${figures.sales} sales and ${figures.purchases} purchases`
  throw new BackupError(
    `An earlier restore put a shop aside, ${what}, which this one would destroy: bring it back with npm run restore -- --undo --yes, or add --forget if nobody needs it any more.`,
  )
}

/** Told before the work, not only after it. Connections that have just ended are still seen a while. */
async function requireNoSessions({ client, database }: Maintenance): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()
         and coalesce(backend_type, 'client backend') = 'client backend'`,
      [database],
    )
    if (!rowCount) return
    if (attempt === 20) throw inUse(database)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

type UndoOptions = { url: string; log: (line: string) => void; signal: AbortSignal }

/**
 * The shop as it was before the last restore comes back, but for its sessions, which have ended; undone once
 * more, it goes again. Null where there was none yet, only an empty database.
 */
export async function undoRestore({ url, log, signal }: UndoOptions): Promise<Figures | null> {
  return withMaintenance(url, { log, signal }, async (maintenance) => {
    const former = formerName(maintenance.database)
    if (!(await exists(maintenance.client, former))) {
      throw new BackupError(
        `There is nothing to undo: there is no database ${former}, which a restore leaves.`,
      )
    }
    await requireRights(maintenance)
    await requireNoSessions(maintenance)
    const aside = maintenance.urlOf(former)
    const figures = await readShop(aside)
    // Before it is anybody's shop: its accounts are as they were when it was put aside, and so are their tokens.
    if (figures) await endSessions(aside)
    await swapDatabases(maintenance, former)
    return figures
  })
}
