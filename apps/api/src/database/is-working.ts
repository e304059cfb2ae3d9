import net from 'node:net'
import pg from 'pg'

const question = `
  select state like 'idle%' as "isIdle", wait_event_type = 'Lock' as "isWaiting"
  from pg_stat_activity where pid = $1`

type Asked = {
  connectionString: string
  pid: number
  /** So many milliseconds PostgreSQL has for its answer. */
  patience: number
  /** Whether this backend is still asked for the same as when this began. */
  isAsked: () => boolean
  /** Whether it has said nothing to that for long by now. */
  isUnheard: () => boolean
}

/**
 * Whether PostgreSQL is at work on what this backend of its was asked. One that only waits for a lock waits
 * no longer. One that does nothing, and has not answered either, was never reached or never heard: it
 * ends, and with it the locks that it holds.
 */
export async function isWorking(asked: Asked): Promise<boolean> {
  const { connectionString, pid, patience, isAsked, isUnheard } = asked
  const socket = new net.Socket()
  const client = new pg.Client({ connectionString, stream: () => socket })
  client.on('error', () => {})
  const limit = setTimeout(() => socket.destroy(new Error('No answer in time.')), patience)
  try {
    await client.connect()
    const { rows } = await client.query<{ isIdle: boolean; isWaiting: boolean }>(question, [pid])
    const [found] = rows
    if (found?.isWaiting && isAsked()) await client.query('select pg_cancel_backend($1)', [pid])
    const isLost = (found?.isIdle ?? true) && isUnheard()
    if (isLost) await client.query('select pg_terminate_backend($1)', [pid])
    return !isLost
  } catch (error) {
    // One that has no connection left for us is alive, and may be at work as well.
    return error instanceof pg.DatabaseError || !isUnheard()
  } finally {
    clearTimeout(limit)
    socket.destroy()
  }
}
