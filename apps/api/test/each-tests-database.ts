import { afterEach, beforeEach } from 'vitest'
import { onServer } from './server'
import { createTestDatabase, type TestDatabase } from './test-database'

/** For each test of a file an empty database of its own, which the test migrates. */
export function eachTestsDatabase() {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false })
  })
  afterEach(() => database.drop())

  async function query<Row extends object>(sql: string): Promise<Row[]> {
    return onServer(database.url, async (client) => (await client.query<Row>(sql)).rows)
  }

  return {
    get url() {
      return database.url
    },
    query,
  }
}
