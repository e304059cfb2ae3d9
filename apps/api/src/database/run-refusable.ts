import pg from 'pg'

/**
 * A statement that PostgreSQL may well refuse. After any error `pool.query` gives up its connection,
 * and with it the plans of its statements; one on which something was only refused is as good as before.
 */
export async function runRefusable<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
): Promise<Row[]> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Row>(statement)
    client.release()
    return rows
  } catch (error) {
    const isRefused = error instanceof pg.DatabaseError && error.severity === 'ERROR'
    client.release(!isRefused)
    throw error
  }
}
