import pg from 'pg'

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
