import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { BackupError } from './backup-error'
import type { Maintenance } from './maintenance'
import { dropScratch } from './scratch-database'

/** The database that a restore has put aside. PostgreSQL cuts long names, where two could meet. */
export function formerName(database: string): string {
  const name = `${database}_before_restore`
  if (Buffer.byteLength(name) <= longestName) return name
  return `stockie_${createHash('sha256').update(database).digest('hex').slice(0, 32)}_before_restore`
}

const longestName = 63

/**
 * Another database takes the shop's name and the shop's takes the former one's, all in one moment: at no
 * time is there none. What was put aside before goes, unless it is the one that comes back.
 */
export async function swapDatabases(maintenance: Maintenance, incoming: string): Promise<void> {
  const { client, database, prefix } = maintenance
  const former = formerName(database)
  const aside = `${prefix}${randomBytes(4).toString('hex')}`
  const steps: [string, string][] =
    incoming === former
      ? [
          [database, aside],
          [former, database],
          [aside, former],
        ]
      : [
          ...((await exists(client, former)) ? [[former, aside] satisfies [string, string]] : []),
          [database, former],
          [incoming, database],
        ]
  await renameAll(client, steps)
  if (incoming !== former) await dropScratch(maintenance, aside)
}

export async function exists(client: pg.Client, name: string): Promise<boolean> {
  const found = await client.query('select from pg_database where datname = $1', [name])
  return Boolean(found.rowCount)
}

/** PostgreSQL itself waits five seconds for others to leave. */
async function renameAll(client: pg.Client, steps: [string, string][]): Promise<void> {
  await client.query('begin')
  try {
    for (const [from, to] of steps) await rename(client, from, to)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function rename(client: pg.Client, from: string, to: string): Promise<void> {
  const names = [from, to].map((name) => pg.escapeIdentifier(name))
  try {
    await client.query(`alter database ${names.join(' rename to ')}`)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '55006') throw inUse(from, error)
    throw error
  }
}

export function inUse(database: string, cause?: unknown): BackupError {
  return new BackupError(
    `Somebody works with the database ${database}: stop Stockie, and whatever else is connected to it, and run this again.`,
    cause,
  )
}
