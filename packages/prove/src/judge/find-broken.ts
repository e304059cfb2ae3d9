import { readBrokenInvariants } from '@stockie/api/invariants'
import type { Database } from '@stockie/stage/database'
import pg from 'pg'

/** The invariants that do not hold: each is a view that is empty in health, and none at all is an error. */
export async function findBroken({ url }: Pick<Database, 'url'>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const broken = await readBrokenInvariants(client)
    return broken.map(({ name, count, rows }) => `${name} has ${count}: ${JSON.stringify(rows[0])}`)
  } finally {
    await client.end()
  }
}
