import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's connection string for the PostgreSQL server of the test run. */
    databaseServerUrl: string
  }
}

const migrations = path.resolve(import.meta.dirname, '../../migrations')

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
  await runOnServer(`create database ${name}`)
  const url = new URL(inject('databaseServerUrl'))
  url.pathname = name
  const client = new Client(url.href)
  await client.connect()
  try {
    await migrate(client)
    return await work(client)
  } finally {
    await client.end()
    await runOnServer(`drop database ${name} with (force)`)
  }
}

async function migrate(client: Client): Promise<void> {
  const entries = await readdir(migrations, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  for (const folder of folders.toSorted()) {
    await client.query(await readFile(path.join(migrations, folder, 'migration.sql'), 'utf8'))
  }
}
