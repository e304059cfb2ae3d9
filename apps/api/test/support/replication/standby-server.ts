import { chmod, chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { findBinaries, runAs } from '#src/database/embedded/cluster'
import { homePaths } from '#src/database/embedded/home'
import { openEmbeddedServer } from '#src/database/embedded/embedded-server'
import { findSystemUser } from '#src/database/embedded/system-user'
import { migrate } from '#src/database/migrations/migrate'
import { freePort } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'
import type { TestDatabase } from '#test/support/database/test-database'

export type StandbyServer = {
  /** The primary. `drop` stops both servers. */
  database: TestDatabase
  /** The address of the same database on the standby. */
  standbyUrl: string
  /** Stops the standby from showing later commits, until `replay`. */
  pause: () => Promise<void>
  replay: () => Promise<void>
  /** Lets each commit reach the standby so much later. */
  delay: (milliseconds: number) => Promise<void>
  /** Makes the standby a primary. */
  promote: () => Promise<void>
}

/** Starts two PostgreSQL of the test's own: a migrated primary, and a standby that follows it. */
export async function openStandbyServer(): Promise<StandbyServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-standby-'))
  await chmod(folder, 0o755)
  const home = path.join(folder, 'home')
  const server = await openEmbeddedServer({ home, serving: true })
  await withClient(server.url, (client) => client.query('alter system set fsync = off'))
  await migrate(server.url)
  const standby = await startStandby(server.url, home, path.join(folder, 'standby'))
  const ask = async (sql: string) => {
    await withClient(standby.url, (client) => client.query(sql))
  }

  async function drop(): Promise<void> {
    await standby.stop()
    await server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }

  return {
    database: { url: server.url, drop },
    standbyUrl: standby.url,
    pause: () => ask('select pg_wal_replay_pause()'),
    replay: () => ask('select pg_wal_replay_resume() where pg_is_in_recovery()'),
    async delay(milliseconds) {
      await ask(`alter system set recovery_min_apply_delay = '${milliseconds}ms'`)
      await ask('select pg_reload_conf()')
    },
    promote: () => ask('select pg_promote()'),
  }
}

/** Copies the files of a running primary, as pg_basebackup does, and starts a server on the copy. */
async function startStandby(primaryUrl: string, home: string, data: string) {
  const user = await findSystemUser(home)
  const { pg_ctl: pgCtl } = await findBinaries(home, user)
  await copyFiles(primaryUrl, homePaths(home).data, data)
  const { username, password, port: primaryPort } = new URL(primaryUrl)
  const settings = `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=${username} password=${decodeURIComponent(password)}'
wal_retrieve_retry_interval = '100ms'
`
  await writeFile(path.join(data, 'postgresql.auto.conf'), settings)
  await writeFile(path.join(data, 'standby.signal'), '')
  if (user) {
    await chown(data, user.uid, user.gid)
    for (const name of await readdir(data, { recursive: true })) {
      await chown(path.join(data, name), user.uid, user.gid)
    }
  }
  await chmod(data, 0o700)
  const port = await freePort()
  const log = path.join(data, 'server.log')
  await runAs(user, pgCtl, ['start', '-w', '-s', '-D', data, '-l', log, '-o', `-p ${port}`])
  const url = new URL(primaryUrl)
  url.port = String(port)
  return {
    url: url.href,
    stop: () => runAs(user, pgCtl, ['stop', '-w', '-s', '-m', 'immediate', '-D', data]),
  }
}

/** Files that belong to the running primary. */
const ownFiles = new Set(['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf'])

async function copyFiles(primaryUrl: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: primaryUrl })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    await cp(from, to, {
      recursive: true,
      filter: (source) => !ownFiles.has(path.basename(source)),
    })
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
}
