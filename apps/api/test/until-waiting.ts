import type { Pool } from 'pg'

/** Until so many of the database's sessions wait for a lock that another holds. */
export async function untilWaiting(pool: Pool, sessions: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*) as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if ((rows[0]?.waiting ?? 0) >= sessions) return
  }
}
