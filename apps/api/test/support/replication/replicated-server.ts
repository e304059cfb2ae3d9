import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openEmbeddedServer } from '#src/database/embedded/embedded-server'
import { migrate } from '#src/database/migrations/migrate'
import { withClient } from '#test/support/database/database-server'
import type { TestDatabase } from '#test/support/database/test-database'

export type ReplicatedServer = {
  database: TestDatabase
  /** Makes every commit wait for a standby that does not exist. Returns as soon as a commit waits. */
  loseStandby: () => Promise<void>
  restoreStandby: () => Promise<void>
  /** The number of Stockie's commits that PostgreSQL lets wait for the standby. */
  countWaits: () => Promise<number>
}

/** Starts a PostgreSQL of the test's own. `database.drop` stops it. */
export async function openReplicatedServer(): Promise<ReplicatedServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-replicated-'))
  await chmod(folder, 0o755)
  const server = await openEmbeddedServer({ home: path.join(folder, 'home'), serving: true })
  const { url } = server
  await migrate(url)
  const { username, password } = new URL(url)
  await withClient(url, async (client) => {
    await client.query('alter system set fsync = off')
    // Opening a connection is cheap then, also on a busy machine.
    await client.query('set scram_iterations = 1')
    await client.query(`alter role ${username} password '${password}'`)
  })
  const admin = await open('set synchronous_commit = local; create table probes ()')
  const probe = await open('')
  let probing: Promise<unknown> = Promise.resolve()

  async function open(sql: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    await client.query(sql)
    return client
  }

  async function set(standbys: string): Promise<void> {
    await admin.query(`alter system set synchronous_standby_names = '${standbys}'`)
    await admin.query('select pg_reload_conf()')
  }

  async function countWaits(name = 'stockie'): Promise<number> {
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where wait_event = 'SyncRep' and application_name = $1`,
      [name],
    )
    return rows[0]?.count ?? 0
  }

  /** PostgreSQL reads its settings again some time after the call. */
  async function loseStandby(): Promise<void> {
    await set('nobody')
    for (;;) {
      let isDone = false
      probing = probe.query('insert into probes default values').finally(() => (isDone = true))
      while (!isDone) {
        if ((await countWaits('')) === 1) return
        await wait(5)
      }
    }
  }

  async function restoreStandby(): Promise<void> {
    await set('')
    await probing
  }

  async function drop(): Promise<void> {
    await Promise.all([admin.end(), probe.end()])
    await server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }

  return { database: { url, drop }, loseStandby, restoreStandby, countWaits }
}
