import { findPending, readHistory, readMigrations } from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import { connectClient } from '#src/database/pool/single-client'
import { BackupError } from './maintenance'
import { makeBackup, pruneBackups } from './make-backup'

type Options = {
  folder: string
  /** How many ordinary backups are kept. */
  keep: number
  /** Hears of the backup. */
  say: (line: string) => void
  /** Hears of the migrations. */
  log?: (line: string) => void
}

/**
 * Brings the database up to this version. One with a shop in it is backed up before, and stays as it
 * is where that fails. A database that is newer than this program is refused before anything else.
 */
export async function upgradeDatabase(url: string, options: Options): Promise<string[]> {
  if (await wouldChangeAShop(url)) await backUp(url, options)
  return migrate(url, options.log && { log: options.log })
}

async function wouldChangeAShop(url: string): Promise<boolean> {
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
  const { folder, keep, say } = options
  const refuse = (reason: string, cause?: unknown) =>
    new BackupError(
      `The database is to be changed for this version, and the backup before that failed; it stays as it is. ${reason}`,
      cause,
    )
  say('The database is to be changed for this version; backing it up before.')
  const isNeeded = () => wouldChangeAShop(url)
  const made = await makeBackup({
    url,
    folder,
    log: say,
    signal: new AbortController().signal,
    isNeeded,
    beforeUpgrade: true,
    mustVerify: true,
  }).catch((error: unknown) => {
    throw error instanceof BackupError ? refuse(error.message, error) : error
  })
  if (!made) return
  await pruneBackups(folder, keep)
  say(`Backed up and verified: ${made.file}`)
}
