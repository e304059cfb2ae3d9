import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Env } from '@/env'
import { readVersion } from '@/read-version'

type Options = { log: Logger; pool: Pool; env: Env }

/** Notes what has started; what it comes back with notes that it stops. */
export async function logLife({ log, pool, env }: Options): Promise<() => Promise<void>> {
  const version = await readVersion()
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  const began = {
    version,
    node: process.versions.node,
    postgres: rows[0]?.server_version,
    address: `http://${env.HOST}:${env.PORT}`,
  }
  log.info(began, 'Stockie has started.')
  return async () => log.info({ version }, 'Stockie stops.')
}
