import pg from 'pg'
import { EnvError } from '@/env'

/**
 * Node has taken the name, but it is PostgreSQL that tells the days. Some installations of it lack
 * older names (Node says Asia/Calcutta wherever a server is in Asia/Kolkata), and none of them means
 * by a short name such as IST what Node does.
 */
export async function checkTimeZone(pool: pg.Pool, name: string): Promise<void> {
  try {
    await pool.query(`select set_config('timezone', $1, true)`, [name])
  } catch (error) {
    const isUnknown = error instanceof pg.DatabaseError && error.code === '22023'
    if (!isUnknown) throw error
    throw new EnvError(
      `STORE_TIME_ZONE must be a time zone that the database knows too, such as Europe/Berlin; ` +
        `where it is not set, the server's own zone counts.`,
    )
  }
}
