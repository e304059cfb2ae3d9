import type { ClientBase } from 'pg'
import type { Env } from '@/env'
import type { Verdict } from './finding'

type About = { version: string; number: number; checksums: string; fsync: string }

/** Which PostgreSQL it is, and whether it keeps what it is told. */
export async function checkDatabase(client: ClientBase, env: Env): Promise<Verdict[]> {
  const { rows } = await client.query<About>(
    `select current_setting('server_version') as version,
       current_setting('server_version_num')::integer as number,
       current_setting('data_checksums') as checksums, current_setting('fsync') as fsync`,
  )
  const [about] = rows
  if (!about) throw new Error('A select without a table has one row, always.')
  const where = env.DATABASE_URL ? `at ${placeOf(env.DATABASE_URL)}` : `in ${env.STOCKIE_HOME}`
  const name = `PostgreSQL ${about.version.split(' ')[0]} ${where}`
  if (about.number < 150_000) {
    return [{ state: 'wrong', found: `${name}: Stockie needs PostgreSQL 15 or newer.` }]
  }
  if (about.fsync !== 'on') {
    const found = `${name} does not wait for the disk (fsync is ${about.fsync}), and a power cut may destroy the shop: set fsync = on in postgresql.conf.`
    return [{ state: 'wrong', found }]
  }
  if (about.checksums !== 'on') {
    const found = `${name} has no data checksums, so that a bad disk goes unnoticed: stop it and run pg_checksums --enable.`
    return [{ state: 'look', found }]
  }
  return [{ state: 'ok', found: `${name}, with data checksums and fsync.` }]
}

/** Without the user and the password. */
function placeOf(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}${pathname}`
}
