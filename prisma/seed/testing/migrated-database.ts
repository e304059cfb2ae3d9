import { randomBytes } from 'node:crypto'

import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's connection string for the PostgreSQL server of the test run. */
    databaseServerUrl: string
    /** The migrated database that tests copy. */
    templateDatabase: string
  }
}

async function runOnServer(statement: string): Promise<void> {
  const client = new Client(inject('databaseServerUrl'))
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Creates a migrated database for the work, and drops it afterwards. */
export async function withMigratedDatabase<Result>(
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const name = `seed_${randomBytes(6).toString('hex')}`
  await runOnServer(
    `create database ${name} template ${inject('templateDatabase')} strategy file_copy`,
  )
  const url = new URL(inject('databaseServerUrl'))
  url.pathname = name
  const client = new Client(url.href)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await runOnServer(`drop database ${name} with (force)`)
  }
}
