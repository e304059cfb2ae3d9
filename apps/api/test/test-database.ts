import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { onServer, templateDatabase } from './server'

export type TestDatabase = { url: string; drop: () => Promise<void> }

/** A database of one's own on the run's PostgreSQL: migrated, or empty where a test migrates it. */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const server = inject('databaseServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = migrated ? templateDatabase : 'template0'
  // File by file: page by page through PostgreSQL's log, as it does of itself, takes four times as long.
  const copy = `create database ${name} template ${template} strategy file_copy`
  await onServer(server, (client) => client.query(copy))
  const url = new URL(server)
  url.pathname = name
  return {
    url: url.href,
    drop: async () => {
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}
