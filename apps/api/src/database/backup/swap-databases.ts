import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { BackupError, type Maintenance } from './maintenance-lock'

/** The name of the database that a restore puts aside. Hashed if too long: truncated names could collide. */
export function formerName(database: string): string {
  const name = `${database}_before_restore`
  if (Buffer.byteLength(name) <= maxNameBytes) return name
  return `stockie_${createHash('sha256').update(database).digest('hex').slice(0, 32)}_before_restore`
}

const maxNameBytes = 63

/**
 * Renames the incoming database to the shop's name and the shop's to the former name, in one transaction: the
 * shop's name always exists. Drops the database that was put aside before, unless it is the incoming one.
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
          ...((await databaseExists(client, former))
            ? [[former, aside] satisfies [string, string]]
            : []),
          [database, former],
          [incoming, database],
        ]
  await renameAll(client, steps)
  if (incoming !== former) await dropScratchDatabase(maintenance, aside)
}

export async function databaseExists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  return Boolean(rowCount)
}

/** PostgreSQL itself waits 5 seconds for other connections to close. */
async function renameAll(client: pg.Client, steps: [string, string][]): Promise<void> {
  // A transaction would see the same list of sessions again and again.
  for (const [from] of steps) await clearSessions(client, from)
  await client.query('begin; set local synchronous_commit to default')
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
    if (error instanceof pg.DatabaseError && error.code === '55006')
      throw databaseInUseError(from, error)
    throw error
  }
}

export function databaseInUseError(database: string, cause?: unknown): BackupError {
  return new BackupError(
    `The database ${database} is in use: stop Stockie and all other programs that use it, and run this again.`,
    cause,
  )
}

/**
 * A pooler keeps sessions open that no client uses. Their last statement made them forget the client before. Their
 * next client gets another session.
 */
const endUnusedSessions = `
  select case when state = 'idle' and query = 'DISCARD ALL' and pg_has_role(usesysid, 'member')
    then pg_terminate_backend(pid) end
  from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()
    and coalesce(backend_type, 'client backend') = 'client backend'`

/**
 * Ends the sessions that no client uses, and returns whether the database has no session of a client. Retries for 2
 * seconds: PostgreSQL still lists connections that just closed.
 */
export async function clearSessions(client: pg.Client, database: string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { rowCount } = await client.query(endUnusedSessions, [database])
    if (!rowCount) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

type LocaleSettings = {
  encoding: string
  collate: string
  ctype: string
  provider: string
  locale: string
}

/** Creates an empty database with the encoding and collation of the shop's own. */
export async function createScratchDatabase({
  client,
  database,
  prefix,
}: Maintenance): Promise<string> {
  const { rows } = await client.query<LocaleSettings>(
    `select pg_encoding_to_char(encoding) as encoding, datcollate as collate, datctype as ctype,
       datlocprovider as provider,
       coalesce(to_jsonb(known) ->> 'datlocale', to_jsonb(known) ->> 'daticulocale', '') as locale
     from pg_database as known where datname = $1`,
    [database],
  )
  const [settings] = rows
  if (!settings) throw new Error('The connected database is not in pg_database.')
  const name = `${prefix}${randomBytes(4).toString('hex')}`
  const literal = (value: string) => pg.escapeLiteral(value)
  const providers: Record<string, string> = {
    i: `locale_provider icu icu_locale ${literal(settings.locale)}`,
    b: `locale_provider builtin builtin_locale ${literal(settings.locale)}`,
  }
  // A scratch database needs no standby, and a backup does not wait for a standby that is away.
  await client.query('set synchronous_commit to local')
  await client.query(
    `create database ${pg.escapeIdentifier(name)} template template0 encoding ${literal(settings.encoding)}
     lc_collate ${literal(settings.collate)} lc_ctype ${literal(settings.ctype)}
     ${providers[settings.provider] ?? ''}`,
  )
  return name
}

export async function dropScratchDatabase({ client }: Maintenance, name: string): Promise<void> {
  const drop = `drop database if exists ${pg.escapeIdentifier(name)}`
  try {
    // Without force first: that also ends autovacuum, while force may lack the right to.
    await client.query(drop)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '55006') throw error
    await client.query(`${drop} with (force)`)
  }
}

/** Drops the temporary databases of killed runs. Only one run works at a time, so none is in use. */
export async function dropLeftoverDatabases(maintenance: Maintenance): Promise<void> {
  const { client, prefix } = maintenance
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, $1)
       and pg_has_role(datdba, 'member')`,
    [prefix],
  )
  for (const { name } of rows) await dropScratchDatabase(maintenance, name)
}

/** Part of a sentence: the reason, and what to do first. */
export const cannotCreateDatabases =
  'the user in DATABASE_URL may not create databases. Allow it with ALTER ROLE … CREATEDB'

export async function canCreateDatabases({ client }: Maintenance): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    'select rolcreatedb or rolsuper as allowed from pg_roles where rolname = current_user',
  )
  return rows[0]?.allowed ?? false
}
