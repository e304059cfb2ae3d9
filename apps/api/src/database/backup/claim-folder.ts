import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { BackupError } from './backup-error'
import type { Maintenance } from './maintenance'

const markName = '.stockie-shop'

/**
 * A folder is one shop's own: of two, each would prune the other's backups and take them for its own.
 * The first to back up into it leaves its mark there. The mark is the database's place and not what is
 * in it, so that it holds when a restore brings another shop into that place.
 */
export async function claimFolder(folder: string, maintenance: Maintenance): Promise<void> {
  const file = path.join(folder, markName)
  const ours = `${maintenance.database}\n${await readServer(maintenance.client)}\n`
  const found = (await writeFirst(file, ours)) ? ours : await readFile(file, 'utf8')
  if (found === ours) return
  // A machine that lost its power may have left the file without its text.
  if (found === '') return writeFile(file, ours, { flush: true })
  throw new BackupError(
    `The folder ${folder} holds the backups of another database, so there is no backup: set BACKUP_FOLDER to a folder of this shop's own. If it is the same shop, on another server now, delete ${file} and run this again.`,
  )
}

async function writeFirst(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** The same for as long as the server's data lives; some providers keep it to themselves. */
async function readServer(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_function_privilege('pg_control_system()', 'execute') as may`,
  )
  if (!rows[0]?.may) return 'unknown'
  const found = await client.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  )
  return found.rows[0]?.id ?? 'unknown'
}
