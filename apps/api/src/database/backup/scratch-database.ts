import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Maintenance } from './maintenance'

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
