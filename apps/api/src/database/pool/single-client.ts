import net from 'node:net'
import pg, { type ClientBase } from 'pg'

/** One connection, outside every pool: for what takes a lock of its own, or as long as it needs. */
export async function connectClient(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...config,
  })
  // Without a listener a connection that breaks between two queries would end the process. The
  // next query says it.
  client.on('error', () => {})
  await client.connect()
  return client
}

type Options = {
  /** Who PostgreSQL's own list of connections says it is. */
  as: string
  /** How long a statement may take at most. */
  seconds: number
}

/**
 * A connection of its own, on which nothing can be written, all of one moment. What limits it belongs to
 * the transaction: behind a pooler the next one to get the connection would keep it otherwise.
 */
export async function readOnly<Result>(
  url: string,
  { as, seconds }: Options,
  read: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await connectClient(url, {
    application_name: as,
    connectionTimeoutMillis: 5_000,
    stream: () => openSocket(seconds + 3),
  })
  try {
    await client.query(`begin transaction isolation level repeatable read read only;
      set local statement_timeout = '${seconds}s'; set local lock_timeout = '5s';
      set local jit to off`)
    return await read(client)
  } finally {
    // Ends the transaction, too. Nobody waits for a server that has fallen silent.
    void client.end().catch(() => {})
  }
}

/** One that gives up a server that is frozen, a little after the longest statement would have ended. */
function openSocket(seconds: number): net.Socket {
  const socket = new net.Socket()
  return socket.setTimeout(seconds * 1_000, () => socket.destroy())
}
