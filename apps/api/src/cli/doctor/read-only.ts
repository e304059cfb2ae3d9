import net from 'node:net'
import type { ClientBase } from 'pg'
import { connectClient } from '@/database/connect-client'

/**
 * A connection of its own for each check, on which nothing can be written. What limits it belongs to
 * the transaction: behind a pooler the next one to get the connection would keep it otherwise.
 */
export async function readOnly<Result>(
  url: string,
  read: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await connectClient(url, {
    application_name: 'stockie-doctor',
    connectionTimeoutMillis: 5_000,
    stream: openSocket,
  })
  try {
    await client.query(`begin transaction isolation level repeatable read read only;
      set local statement_timeout = '25s'; set local lock_timeout = '5s'`)
    return await read(client)
  } finally {
    // Ends the transaction, too. Nobody waits for a server that has fallen silent.
    void client.end().catch(() => {})
  }
}

/** One that gives up a server that is frozen, a little after the longest statement would have ended. */
function openSocket(): net.Socket {
  const socket = new net.Socket()
  return socket.setTimeout(28_000, () => socket.destroy())
}
