import type { Pool, PoolClient } from 'pg'

/** Runs the work in one transaction, and rolls it back if the work or the commit fails. */
export async function runTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // On a broken connection, the rollback fails too. Its error would hide the first one.
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
