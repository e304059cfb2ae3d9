import type { Pool, PoolClient } from 'pg'
import { withDeadline } from '#src/database/pool/deadline-pool'
import { AppError } from '#src/errors'
import { toDataError } from '#src/http/database-errors'

/** In milliseconds. An upload or a preview may wait for a connection longer than a sale. */
const longestWait = 10_000

/**
 * Runs a transaction that may take minutes, on a connection of the pool. It locks what it changes as late as it can:
 * other writes wait for its locks. Its folds of changes are off, because they would hold locks until its end.
 *
 * Triggers and foreign keys keep the plans that they made while a new shop had a few rows, and those read whole tables.
 * So the plans of the connection are made again, for indexes: without that, 100,000 products took over five minutes.
 */
export async function inLongTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await withDeadline(performance.now() + longestWait, () => pool.connect())
  try {
    await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = '10s';
      set local idle_in_transaction_session_timeout = '60s'; set local stockie.folds = 'off';
      set local enable_seqscan = off; discard plans`)
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // After another error of PostgreSQL, closing the connection ends the transaction. Its locks last a moment longer.
    const isRefusal = error instanceof AppError || toDataError(error) !== undefined
    const isRolledBack = isRefusal && (await client.query('rollback').then(Boolean, () => false))
    client.release(!isRolledBack)
    throw error
  }
}
