import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import { afterEach, beforeEach, inject } from 'vitest'
import { withClient, templateDatabase } from './database-server'

export type TestDatabase = { url: string; drop: () => Promise<void> }

/** Creates a database on the run's PostgreSQL: migrated, or empty for a test that migrates it. */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const server = inject('databaseServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = migrated ? templateDatabase : 'template0'
  // The default strategy writes every page to PostgreSQL's log and takes four times as long.
  const copy = `create database ${name} template ${template} strategy file_copy`
  await withClient(server, (client) => client.query(copy))
  const url = new URL(server)
  url.pathname = name
  return {
    url: url.href,
    drop: async () => {
      await withClient(server, async (client) => {
        await waitForSessions(client, name)
        await client.query(`drop database ${name} with (force)`)
      })
    },
  }
}

/**
 * Gives closing sessions half a second. A pool that ends does not wait for its sockets, and a socket that receives the
 * end of its session by force meanwhile throws an error that no test can catch.
 */
async function waitForSessions(client: Client, database: string) {
  const sessions = 'select from pg_stat_activity where datname = $1'
  for (let tries = 0; tries < 20; tries += 1) {
    const { rowCount } = await client.query(sessions, [database])
    if (rowCount === 0) return
    await setTimeout(25)
  }
}

/** Creates an empty database before each test of a file; the test migrates it. */
export function createDatabasePerTest() {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false })
  })
  afterEach(() => database.drop())

  async function query<Row extends object>(sql: string): Promise<Row[]> {
    return withClient(database.url, async (client) => (await client.query<Row>(sql)).rows)
  }

  return {
    get url() {
      return database.url
    },
    query,
  }
}

/**
 * In production a write folds the earlier changes with a chance of one in 500. Here every ninth write folds,
 * so that a failing sequence can be replayed.
 */
export async function foldOften(database: { query: (sql: string) => Promise<unknown> }) {
  await database.query(`
    create sequence fold_often;
    do $$
    declare posting text;
    begin
      foreach posting in array array['post_change', 'move_stock'] loop
        posting := pg_get_functiondef(posting::regproc);
        assert strpos(posting, 'random() < 0.002 ') > 0, 'Folds come in other numbers now.';
        execute replace(posting, 'random() < 0.002 ', 'nextval(''fold_often'') % 9 = 0 ');
      end loop;
    end $$`)
}
