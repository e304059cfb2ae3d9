import type { ClientBase } from 'pg'

import { tableNames } from '../tables'

/**
 * One hash a table, of all its rows, moments as instants. A token version is left out: it begins
 * anywhere, so that no two seeds let the same tokens in.
 */
export async function fingerprint(client: ClientBase): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  await client.query(`set timezone = 'UTC'`)
  for (const table of tableNames) {
    const found = await client.query<{ hash: string }>(
      `select md5(coalesce(string_agg((to_jsonb(entry) - 'token_version')::text, E'\\n' order by id), ''))
                as hash
         from ${table} as entry`,
    )
    hashes[table] = found.rows[0]?.hash ?? ''
  }
  return hashes
}
