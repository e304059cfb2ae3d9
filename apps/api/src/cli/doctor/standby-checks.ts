import type { ClientBase } from 'pg'
import { readOnly } from '#src/database/pool/single-client'
import { databaseIdentitySql } from '#src/database/sql/position'
import { parseAddress } from '#src/database-address'
import { StartError } from '#src/errors'
import { exitSentence } from '#src/server/console'
import type { Verdict } from './check'
import type { Settings } from './settings'

/** In bytes: one segment of the log. */
const toleratedLag = 16 * 1024 * 1024

type ServerRow = {
  isStandby: boolean
  identity: string
  /** The end of the log: on a primary as far as it is flushed, on a standby as far as it is replayed. */
  lsn: number
}

const serverSql = `select pg_is_in_recovery() as "isStandby",
   ${databaseIdentitySql} as identity,
   (case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
     else pg_current_wal_flush_lsn() end - '0/0')::float8 as lsn`

/** Checks that DATABASE_READ_URL leads to a standby of this primary. Finds nothing if it is not set. */
export async function checkReadStandby(
  primary: ClientBase,
  { env }: Pick<Settings, 'env'>,
): Promise<Verdict[]> {
  const url = env.DATABASE_READ_URL
  if (url === undefined) return []
  const place = `DATABASE_READ_URL leads to ${parseAddress(url)?.place}`
  const own = await readServer(primary)
  const limits = { applicationName: 'stockie-doctor', seconds: 25 }
  const other = await readOnly(url, limits, readServer).catch((error: unknown) => {
    throw new StartError(
      `${place}: ${exitSentence(error).replaceAll('DATABASE_URL', 'DATABASE_READ_URL')}`,
    )
  })
  if (own.identity !== other.identity) {
    const found = `${place}, which is another database than the shop's: let it lead to a standby of DATABASE_URL.`
    return [{ state: 'error', found }]
  }
  if (!other.isStandby) {
    const found = `${place}, which is not a standby, so Stockie does not read from it: let it lead to a standby of DATABASE_URL.`
    return [{ state: 'warning', found }]
  }
  const lag = Math.max(own.lsn - other.lsn, 0)
  const summary = `${place}, a standby that is ${lag.toLocaleString('en')} bytes behind`
  if (lag <= toleratedLag) return [{ state: 'ok', found: `${summary}.` }]
  const found = `${summary}, so the primary answers nearly all reads: look whether its replication works.`
  return [{ state: 'warning', found }]
}

async function readServer(client: ClientBase): Promise<ServerRow> {
  const { rows } = await client.query<ServerRow>(serverSql)
  const [server] = rows
  if (!server) throw new Error('The query for the server must return one row.')
  return server
}
