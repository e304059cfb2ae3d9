import type { ClientBase } from 'pg'
import {
  findPending,
  type Migration,
  readHistory,
  readMigrations,
} from '#src/database/migrations/history'
import { assertServerVersion, migrate } from '#src/database/migrations/migrate'
import {
  describeNewerSchema,
  endsService,
  readServedVersions,
} from '#src/database/migrations/served-versions'
import { connectClient } from '#src/database/pool/single-client'
import { hasServerTable, readLiveServers } from '#src/database/servers/server-registry'
import { BackupError } from './maintenance-lock'
import { pruneBackups } from './backup-retention'
import { makeBackup } from './make-backup'

type Options = {
  folder: string
  /** How many ordinary backups to keep. */
  keep: number
  /** Receives the messages about the backup. */
  logBackup: (line: string) => void
  /** Receives what the upgrade means for other servers, and that the schema is newer. */
  warn: (line: string) => void
  /** Receives the messages about the migrations. */
  log?: (line: string) => void
  /**
   * The program that upgrades a database which other servers may use. A server accepts a newer schema that still serves this version,
   * and a command does not. Undefined with an embedded database, which belongs to one server.
   */
  sharedAs?: 'server' | 'command' | undefined
  /** Called before a shop is upgraded. */
  onUpgrade?: () => void
}

const unservedMessage =
  'This upgrade serves no older version. From the migration on, /readyz of other servers of this database answers 503. Stop them now, or replace them right after.'

/**
 * Migrates the database to this version. If it holds a shop, it makes a backup first, and changes nothing if
 * that fails. A database that is newer than this program is refused, unless it is accepted.
 */
export async function upgradeDatabase(url: string, options: Options): Promise<string[]> {
  const plan = await planUpgrade(url, options)
  if (plan.newer) options.warn(plan.newer)
  const { log, sharedAs } = options
  if (plan.isShop && plan.pending.length > 0) {
    options.onUpgrade?.()
    if (plan.endsOthers) options.warn(unservedMessage)
    await backUp(url, options)
  } else if (plan.isShop && sharedAs !== 'command') {
    // The common case of a start. A command waits for another program that may be migrating just now.
    return []
  }
  return migrate(url, { acceptServed: sharedAs === 'server', ...(log && { log }) })
}

type Plan = {
  /** The database holds accounts of Stockie. */
  isShop: boolean
  pending: Migration[]
  /** Other servers may run that the upgraded database does not serve. */
  endsOthers: boolean
  /** A sentence if the schema is newer than this version, and still serves it. */
  newer: string | undefined
}

async function planUpgrade(url: string, { sharedAs }: Pick<Options, 'sharedAs'>): Promise<Plan> {
  const client = await connectClient(url)
  try {
    await assertServerVersion(client)
    const history = (await readHistory(client)) ?? []
    const migrations = await readMigrations()
    const served = sharedAs === 'server' ? await readServedVersions(client) : null
    const pending = findPending(migrations, history, served)
    const applied = history.map(({ name }) => name)
    const endsOthers =
      sharedAs !== undefined && endsService(pending, applied) && (await mayHaveServers(client))
    return {
      // Without a history, the table "users" is not Stockie's, and the migration refuses it.
      isShop: history.length > 0 && (await hasAccounts(client)),
      pending,
      endsOthers,
      newer: describeNewerSchema(migrations, history),
    }
  } finally {
    await client.end()
  }
}

/** Servers of a version without the table are not known. */
async function mayHaveServers(client: ClientBase): Promise<boolean> {
  return !(await hasServerTable(client)) || (await readLiveServers(client)).length > 0
}

async function hasAccounts(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ users: string | null }>(
    `select to_regclass('users')::text as users`,
  )
  if (!rows[0]?.users) return false
  return Boolean((await client.query('select from users limit 1')).rowCount)
}

async function backUp(url: string, options: Options): Promise<void> {
  const { folder, keep, logBackup } = options
  const isNeeded = async () => {
    const { isShop, pending } = await planUpgrade(url, options)
    return isShop && pending.length > 0
  }
  logBackup('This version upgrades the database. Stockie makes a backup first.')
  const made = await makeBackup({
    url,
    folder,
    log: logBackup,
    signal: new AbortController().signal,
    isNeeded,
    beforeUpgrade: true,
    mustVerify: true,
  }).catch((error: unknown) => {
    throw error instanceof BackupError ? toUpgradeError(error, folder) : error
  })
  if (!made) return
  await pruneBackups(folder, keep)
  logBackup(`Backed up and verified: ${made.file}`)
}

/** The app of Docker Compose may only read the backups, so that an attacker in it cannot delete them. */
export function toUpgradeError(error: BackupError, folder: string): BackupError {
  const { cause } = error
  const isReadOnly = cause instanceof Error && 'code' in cause && cause.code === 'EROFS'
  const reason = isReadOnly
    ? `The folder ${folder} is read-only for this program. With Docker Compose, run docker compose up -d: its service upgrade may write there.`
    : error.message
  return new BackupError(
    `Stockie did not upgrade the database, because the backup before the upgrade failed. ${reason}`,
    error,
  )
}
