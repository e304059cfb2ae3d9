import pg from 'pg'

export type ConsoleSession = {
  /** Runs one statement after the other on one connection, as a console does. */
  run: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

/** Opens a database connection outside of any pool. */
export async function openConsoleSession(url: string): Promise<ConsoleSession> {
  const client = new pg.Client({ connectionString: url, application_name: 'console' })
  client.on('error', () => {})
  await client.connect()
  return {
    run: async (sql, values) => (await client.query(sql, values)).rows,
    close: () => client.end(),
  }
}
