import { MigrationError } from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import { connectClient } from '#src/database/pool/single-client'
import {
  aliveSeconds,
  findRunningServer,
  type LiveServer,
  readLiveServers,
} from '#src/database/servers/server-registry'
import {
  type AccountChoice,
  accountChoices,
  assertAccountsUnchanged,
  reviewAccounts,
} from './account-changes'
import { readBackupRules, readSignInRules, type SignInRules } from './backup-accounts'
import { compareContents, readFigures, readShopFigures } from './backup-contents'
import { keepAccounts } from './kept-accounts'
import { findMigrations, loadBackup, assertNoDifferences } from './load-backup'
import { BackupError, type Maintenance, withMaintenance } from './maintenance-lock'
import type { Figures, Manifest } from './manifest'
import {
  createScratchDatabase,
  dropLeftoverDatabases,
  dropScratchDatabase,
  databaseExists,
  formerName,
  databaseInUseError,
  canCreateDatabases,
  cannotCreateDatabases,
  swapDatabases,
  clearSessions,
} from './swap-databases'

type RestoreOptions = {
  url: string
  file: string
  /** Allows the restore to destroy the shop that an earlier restore has put aside. */
  forget?: boolean | undefined
  /** Required if an account that was removed or changed since could sign in as before. */
  accounts?: AccountChoice
  log: (line: string) => void
  signal: AbortSignal
}

export type RestoreResult = { manifest: Manifest; former: string }

/**
 * Replaces the shop with that of a backup. The present database stays as it is until the new
 * database is loaded and verified. Then it gets another name.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { url, file, forget = false, accounts: choice, log, signal } = options
  // Reads the whole file first: that finds most faults before a database is created.
  const { manifest: written, rules: incoming } = await readBackupRules(file)
  await findMigrations(file, written)
  return withMaintenance(url, { log, signal }, async (maintenance) => {
    await requireRights(maintenance)
    await requireNoSessions(maintenance)
    await requireNoServers({ url, log, signal })
    if (!forget) await requireNothingAside(maintenance)
    const reviewed = await reviewAccounts({ url, incoming, choice, log })
    if (reviewed.mustChoose) throw undecidedError()
    await dropLeftoverDatabases(maintenance)
    const scratch = await createScratchDatabase(maintenance)
    try {
      log('Loading the backup into a new database and comparing it.')
      const restored = maintenance.urlOf(scratch)
      const manifest = await loadBackup({ file, url: restored, signal })
      await upgradeRestored(restored, manifest, file)
      if (choice === 'keep') await keepAccounts(url, restored)
      signal.throwIfAborted()
      await assertAccountsUnchanged(url, reviewed)
      await swapDatabases(maintenance, scratch)
      return { manifest, former: formerName(maintenance.database) }
    } catch (error) {
      await dropScratchDatabase(maintenance, scratch)
      throw error
    }
  })
}

const undecidedError = () =>
  new BackupError(
    `Accounts that were removed or changed since could sign in as before, so nothing was changed. ${accountChoices}`,
  )

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
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
  await endSessions(url)
}

/** Invalidates every token that was issued for the shop so far, even if another secret signed it. */
async function endSessions(url: string): Promise<void> {
  const client = await connectClient(url)
  try {
    // No user ends them, so no activity tells of it.
    await client.query(
      `begin; alter table users disable trigger user;
       update users set token_version =
         (token_version + 1 + floor(random() * 999999998)::integer) % 1000000000;
       alter table users enable trigger user; commit`,
    )
  } finally {
    await client.end()
  }
}

async function requireRights(maintenance: Maintenance): Promise<void> {
  const { client, database } = maintenance
  if (client.database === database) {
    throw new BackupError(
      'A restore connects to the database "postgres" of the same server, but the user in DATABASE_URL may not open it. Grant the user CONNECT on it, and run this again.',
    )
  }
  if (!(await canCreateDatabases(maintenance))) {
    throw new BackupError(
      `A restore creates a database, but ${cannotCreateDatabases}, and run this again.`,
    )
  }
  const { rowCount } = await client.query(
    `select from pg_database where datname = $1 and pg_has_role(datdba, 'usage')`,
    [database],
  )
  if (!rowCount) {
    throw new BackupError(
      'A restore renames the database, and only its owner may do that. Make the user in DATABASE_URL its owner with ALTER DATABASE … OWNER TO, and run this again.',
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
    `An earlier restore put a shop aside, ${description}, and this restore would delete it. To keep it, bring it back with npm run restore -- --undo --yes. If you no longer need it, add --forget.`,
  )
}

/** Checks before the long work. */
async function requireNoSessions({ client, database }: Maintenance): Promise<void> {
  if (!(await clearSessions(client, database))) throw databaseInUseError(database)
}

/** An idle server has no connection. It would go on with the restored shop. */
async function requireNoServers({
  url,
  log,
  signal,
}: Pick<RestoreOptions, 'url' | 'log' | 'signal'>): Promise<void> {
  const client = await connectClient(url)
  try {
    const onWait = ({ address }: LiveServer) =>
      log(
        `The server at ${address} used this database in the last ${aliveSeconds} seconds. Waiting to see whether it still runs.`,
      )
    const readServers = (isDead: (server: LiveServer) => boolean) => readLiveServers(client, isDead)
    const server = await findRunningServer(readServers, { onWait, signal })
    if (!server) return
    throw new BackupError(
      `The server at ${server.address} uses this database: stop Stockie there, and run this again.`,
    )
  } finally {
    await client.end()
  }
}

type UndoOptions = {
  url: string
  accounts?: AccountChoice
  log: (line: string) => void
  signal: AbortSignal
}

/**
 * Swaps the shop with the one that the last restore put aside; a second call swaps them back. All its
 * sessions end. Returns the figures of that shop, or null if it is an empty database.
 */
export async function undoRestore(options: UndoOptions): Promise<Figures | null> {
  const { url, accounts: choice, log, signal } = options
  return withMaintenance(url, { log, signal }, async (maintenance) => {
    const { former, aside, incoming } = await readAside(maintenance)
    await requireRights(maintenance)
    await requireNoSessions(maintenance)
    await requireNoServers({ url, log, signal })
    const figures = await readShopFigures(aside)
    const reviewed = await reviewAccounts({ url, incoming, choice, log })
    if (reviewed.mustChoose) throw undecidedError()
    // Before the swap: tokens from before the restore would otherwise be valid again.
    if (figures) await endSessions(aside)
    if (figures && choice === 'keep') await keepAccounts(url, aside)
    await assertAccountsUnchanged(url, reviewed)
    await swapDatabases(maintenance, former)
    return figures
  })
}

/** Prints how an undo would change the accounts. Returns whether the user has to choose. */
export async function reviewUndo({
  url,
  accounts: choice,
  log,
  signal,
}: UndoOptions): Promise<boolean> {
  return withMaintenance(url, { log, signal }, async (maintenance) => {
    const { incoming } = await readAside(maintenance)
    return (await reviewAccounts({ url, incoming, choice, log })).mustChoose
  })
}

type Aside = { former: string; aside: string; incoming: SignInRules }

async function readAside({ client, database, urlOf }: Maintenance): Promise<Aside> {
  const former = formerName(database)
  if (!(await databaseExists(client, former))) {
    throw new BackupError(
      `There is nothing to undo: no restore has put a shop aside in the database ${former}.`,
    )
  }
  const aside = urlOf(former)
  const connection = await connectClient(aside)
  try {
    return { former, aside, incoming: await readSignInRules(connection) }
  } finally {
    await connection.end()
  }
}
