import { findPending, readHistory, readMigrations } from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import { connectClient } from '#src/database/pool/single-client'
import { BackupError } from './maintenance-lock'
import { pruneBackups } from './backup-retention'
import { makeBackup } from './make-backup'

type Options = {
  folder: string
  /** How many ordinary backups to keep. */
  keep: number
  /** Receives the messages about the backup. */
  logBackup: (line: string) => void
  /** Receives the messages about the migrations. */
  log?: (line: string) => void
}

/**
 * Migrates the database to this version. If it holds a shop, it makes a backup first, and changes nothing if
 * that fails. A database that is newer than this program is refused.
 */
export async function upgradeDatabase(url: string, options: Options): Promise<string[]> {
  if (await wouldMigrateShop(url)) await backUp(url, options)
  return migrate(url, options.log && { log: options.log })
}

async function wouldMigrateShop(url: string): Promise<boolean> {
  const client = await connectClient(url)
  try {
    const history = await readHistory(client)
    if (!history?.length) return false
    if (findPending(await readMigrations(), history).length === 0) return false
    const { rows } = await client.query<{ users: string | null }>(
      `select to_regclass('users')::text as users`,
    )
    if (!rows[0]?.users) return false
    return Boolean((await client.query('select from users limit 1')).rowCount)
  } finally {
    await client.end()
  }
}

async function backUp(url: string, options: Options): Promise<void> {
  const { folder, keep, logBackup } = options
  logBackup('This version upgrades the database. Stockie makes a backup first.')
  const isNeeded = () => wouldMigrateShop(url)
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
