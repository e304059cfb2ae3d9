import type pg from 'pg'
import { connectClient } from '@/database/connect-client'

/**
 * A connection on which every value has the same text, whatever the server and its settings, and on
 * which a statement may take as long as it needs. A broken off work ends the connection and with it
 * the statement.
 */
export async function openPortableSession(url: string, signal: AbortSignal): Promise<pg.Client> {
  signal.throwIfAborted()
  const client = await connectClient(url, { application_name: 'stockie-backup' })
  const breakOff = () => void client.end().catch(() => {})
  signal.addEventListener('abort', breakOff)
  client.once('end', () => signal.removeEventListener('abort', breakOff))
  await client.query(`
    set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres';
    set bytea_output to 'hex'; set extra_float_digits to 1; set row_security to off;
    set lock_timeout to '5min';
    select set_config(name, '0', false) from pg_settings where name in
      ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`)
  return client
}
