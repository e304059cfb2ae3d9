import pg from 'pg'

// Session locks of PostgreSQL: they end with the process that holds them, however it ends.
const serving = 72707370
const using = 72707371

export type Claim = { client: pg.Client; onLost: (listener: () => void) => void }

/** Notes that this process uses the server, and whether it is the one that serves from it. */
export async function claim(
  url: string,
  { home, serving: exclusive }: { home: string; serving: boolean },
): Promise<Claim> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  let lost = () => {}
  client.on('error', () => {})
  client.once('end', () => lost())
  await client.connect()
  await client.query('select pg_advisory_lock_shared($1)', [using])
  if (exclusive && !(await takeTurn(client))) {
    await client.end()
    throw new AlreadyServed(home)
  }
  return { client, onLost: (listener) => (lost = listener) }
}

/** The lock of a process that was just killed goes a moment after it. */
async function takeTurn(client: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [serving],
    )
    if (rows[0]?.taken) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

/** Gives the claim up. True when nobody else uses the server, so that it can be stopped. */
export async function releaseClaim({ client, onLost }: Claim): Promise<boolean> {
  onLost(() => {})
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [using])
    const { rows } = await client.query<{ last: boolean }>(
      'select pg_try_advisory_lock($1) as last',
      [using],
    )
    return rows[0]?.last ?? false
  } catch {
    // Nobody knows who else is there: the server stays, and the next start joins it.
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** A reason not to start, told to a person in one sentence that says what to do. */
export class StartError extends Error {
  override name: string = 'StartError'
}

/** Somebody serves from this folder already. */
export class AlreadyServed extends StartError {
  override name = 'AlreadyServed'
  constructor(readonly home: string) {
    super(
      `Stockie already runs from ${home}: use that one, or set STOCKIE_HOME and PORT for a second shop.`,
    )
  }
}
