import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { BackupError, type Maintenance } from './maintenance'

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

type Likeness = {
  encoding: string
  collate: string
  ctype: string
  provider: string
  locale: string
}

/** An empty database beside the shop's own, which sorts and spells as that one does. */
export async function createScratch({ client, database, prefix }: Maintenance): Promise<string> {
  const { rows } = await client.query<Likeness>(
    `select pg_encoding_to_char(encoding) as encoding, datcollate as collate, datctype as ctype,
       datlocprovider as provider,
       coalesce(to_jsonb(known) ->> 'datlocale', to_jsonb(known) ->> 'daticulocale', '') as locale
     from pg_database as known where datname = $1`,
    [database],
  )
  const [like] = rows
  if (!like) throw new Error('The database that is connected to is not there.')
  const name = `${prefix}${randomBytes(4).toString('hex')}`
  const text = (value: string) => pg.escapeLiteral(value)
  const providers: Record<string, string> = {
    i: `locale_provider icu icu_locale ${text(like.locale)}`,
    b: `locale_provider builtin builtin_locale ${text(like.locale)}`,
  }
  await client.query(
    `create database ${pg.escapeIdentifier(name)} template template0 encoding ${text(like.encoding)}
     lc_collate ${text(like.collate)} lc_ctype ${text(like.ctype)} ${providers[like.provider] ?? ''}`,
  )
  return name
}

export async function dropScratch({ client }: Maintenance, name: string): Promise<void> {
  const drop = `drop database if exists ${pg.escapeIdentifier(name)}`
  try {
    // Sends the autovacuum away by itself, which with force not everybody may.
    await client.query(drop)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '55006') throw error
    await client.query(`${drop} with (force)`)
  }
}

/** What a run left that was killed. There is one run at a time, so that none of them is in use. */
export async function dropLeftovers(maintenance: Maintenance): Promise<void> {
  const { client, prefix } = maintenance
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, $1)
       and pg_has_role(datdba, 'member')`,
    [prefix],
  )
  for (const { name } of rows) await dropScratch(maintenance, name)
}

export async function mayCreateDatabases({ client }: Maintenance): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
  )
  return rows[0]?.may ?? false
}
