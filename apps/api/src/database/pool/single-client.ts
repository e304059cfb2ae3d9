import net from 'node:net'
import pg, { type ClientBase } from 'pg'
import { DatabaseClient } from './database-client'
import { requireOwnSession } from './pooler-check'

/**
 * Opens one connection outside the pool, for session locks and for statements without a time limit. Behind a
 * pooler, it makes sure that the session is its own.
 */
export async function connectClient(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...config,
  })
  // Without a listener, a connection that breaks between two queries would end the process. The next
  // query fails anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    await requireOwnSession(client, url)
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  return client
}

type Options = {
  /** The application_name of the connection. */
  applicationName: string
  /** Statement timeout in seconds. */
  seconds: number
}

/** Reads from one snapshot on a read-only connection. */
export async function readOnly<Result>(
  url: string,
  options: Options,
  read: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await openSnapshot(url, options)
  try {
    return await read(client)
  } finally {
    // Also ends the transaction. Not awaited: the server may have stopped answering.
    void client.end().catch(() => {})
  }
}

/**
 * Opens a read-only connection whose queries all see the snapshot of the first one. It closes if it is silent for
 * longer than a statement may take. The timeouts are local to the transaction: behind a pooler they would otherwise
 * stay on the connection for the next client.
 */
export async function openSnapshot(
  url: string,
  { applicationName, seconds }: Options,
): Promise<pg.Client> {
  const client = await connectClient(url, {
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    stream: () => openSocket(seconds + 3),
  })
  try {
    await client.query(`begin transaction isolation level repeatable read read only;
      set local statement_timeout = '${seconds}s'; set local lock_timeout = '5s';
      set local jit to off`)
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
}

/** A socket that closes when a frozen server sends nothing for longer than the longest statement. */
function openSocket(seconds: number): net.Socket {
  const socket = new net.Socket()
  return socket.setTimeout(seconds * 1_000, () => socket.destroy())
}
