import pg from 'pg'

export type ConsoleSession = {
  /** As somebody at a console would: one after another, in one connection. */
  run: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

/** A connection of one's own, which is no part of any pool. */
export async function openConsoleSession(url: string): Promise<ConsoleSession> {
  const client = new pg.Client({ connectionString: url, application_name: 'console' })
  client.on('error', () => {})
  await client.connect()
  return {
    run: async (sql, values) => (await client.query(sql, values)).rows,
    close: () => client.end(),
  }
}
