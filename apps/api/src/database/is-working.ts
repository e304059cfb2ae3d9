import net from 'node:net'
import pg from 'pg'

const question = `
  select case
    when state like 'idle%' then not pg_terminate_backend(pid)
    when wait_event_type = 'Lock' then pg_cancel_backend(pid)
    else true
  end as working from pg_stat_activity where pid = $1`

/**
 * Whether PostgreSQL says within so many milliseconds that this backend of its is at work. One that only
 * waits for a lock waits no longer. One that does nothing, although something was asked of it, was never
 * reached or never heard: it ends, and with it the locks that it holds.
 */
export async function isWorking(
  connectionString: string,
  pid: number,
  patience: number,
): Promise<boolean> {
  const socket = new net.Socket()
  const client = new pg.Client({ connectionString, stream: () => socket })
  client.on('error', () => {})
  const limit = setTimeout(() => socket.destroy(new Error('No answer in time.')), patience)
  try {
    await client.connect()
    const { rows } = await client.query<{ working: boolean }>(question, [pid])
    return rows[0]?.working ?? false
  } catch (error) {
    // One that has no connection left for us is alive, and may be at work as well.
    return error instanceof pg.DatabaseError
  } finally {
    clearTimeout(limit)
    socket.destroy()
  }
}
