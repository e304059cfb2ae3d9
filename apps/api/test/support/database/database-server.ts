import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export const templateDatabase = 'stockie_template'

export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Measures the longest `select 1` over a new connection, which is how Stockie probes a slow backend. On busy
 * processors this latency adds to every time limit. Call the result to stop and to read it in milliseconds.
 */
export function watchLatency(databaseUrl: string): () => Promise<number> {
  let longest = 0
  let isStopped = false

  async function watch(): Promise<void> {
    while (!isStopped) {
      const begun = performance.now()
      await withClient(databaseUrl, (client) => client.query('select 1'))
      longest = Math.max(longest, performance.now() - begun)
      await wait(100)
    }
  }

  const watching = watch()
  return async () => {
    isStopped = true
    await watching
    return longest
  }
}
