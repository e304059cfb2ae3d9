import type { ClientBase } from 'pg'
import {
  findPending,
  type Migration,
  readHistory,
  readMigrations,
} from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import { endsService, readServedVersions } from '#src/database/migrations/served-versions'
import { connectClient } from '#src/database/pool/single-client'
import { BackupError } from './maintenance-lock'
import { pruneBackups } from './backup-retention'
import { makeBackup } from './make-backup'

type Options = {
  folder: string
  /** How many ordinary backups to keep. */
  keep: number
  /** Receives the messages about the backup, and what the upgrade means for other servers. */
  logBackup: (line: string) => void
  /** Receives the messages about the migrations. */
  log?: (line: string) => void
  /** Other Stockies may use the database: only an embedded one belongs to one process. */
  isShared?: boolean
  /** Accepts a newer schema that still serves this version. A start may, a command must not. */
  acceptServed?: boolean
  /** Called before a shop is upgraded. */
  onUpgrade?: () => void
}

const unservedMessage =
  'This upgrade serves no older version: stop every other Stockie on this database first, or replace it right after. Until then its /readyz answers 503.'

const newerSchemaMessage =
  'The database has the schema of a newer Stockie, which still serves this version. Upgrade this Stockie soon.'

/**
 * Migrates the database to this version. If it holds a shop, it makes a backup first, and changes nothing if
 * that fails. A database that is newer than this program is refused, unless it is accepted.
 */
export async function upgradeDatabase(url: string, options: Options): Promise<string[]> {
  const plan = await planUpgrade(url, options)
  if (plan.isNewer) options.logBackup(newerSchemaMessage)
  if (plan.isShop && plan.pending.length > 0) {
    options.onUpgrade?.()
    if (options.isShared && endsService(plan.pending, plan.applied)) {
      options.logBackup(unservedMessage)
    }
    await backUp(url, options)
  }
  const { log, acceptServed } = options
  return migrate(url, { acceptServed, ...(log && { log }) })
}

type Plan = {
  /** The database holds accounts. */
  isShop: boolean
  pending: Migration[]
  applied: string[]
  /** The database has migrations that this version does not know, and still serves it. */
  isNewer: boolean
}

async function planUpgrade(
  url: string,
  { acceptServed = false }: Pick<Options, 'acceptServed'>,
): Promise<Plan> {
  const client = await connectClient(url)
  try {
    const history = (await readHistory(client)) ?? []
    const migrations = await readMigrations()
    const applied = history.map(({ name }) => name)
    const served = acceptServed ? await readServedVersions(client) : null
    const pending = findPending(migrations, history, served)
    const own = new Set(migrations.map(({ name }) => name))
    const isNewer = applied.some((name) => !own.has(name))
    return { isShop: await hasAccounts(client), pending, applied, isNewer }
  } finally {
    await client.end()
  }
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
