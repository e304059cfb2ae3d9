import { chown, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { findBinaries } from './embedded/binaries'
import { initialiseCluster, type Cluster } from './embedded/cluster'
import { inHome, prepareHome, type Secrets } from './embedded/home'
import { claim, letGo, type Claim } from './embedded/claim'
import { database, runPostmaster, stopPostmaster, urlOf } from './embedded/postmaster'
import { findSystemUser } from './embedded/system-user'

export type EmbeddedServer = {
  url: string
  jwtSecret: string
  /** Stops PostgreSQL, unless somebody else (a command line, say) still works with it. */
  close: () => Promise<void>
}

type Options = {
  home: string
  port?: number | undefined
  /** The one Stockie that serves this folder; a command line beside it is not. */
  serving: boolean
  log?: (message: string) => void
}

/** The real PostgreSQL, from npm: started on its folder, or joined where it runs already. */
export async function openEmbeddedServer(options: Options): Promise<EmbeddedServer> {
  const home = path.resolve(options.home)
  const log = options.log ?? (() => {})
  const user = await findSystemUser()
  const secrets = await prepareHome(home, user)
  const cluster: Cluster = { home, user, binaries: await findBinaries(home, user) }
  await initialiseCluster(cluster, secrets)
  await prepareLog(cluster)

  let port = await runPostmaster(cluster, secrets, options.port)
  let closing = false
  let held = await hold()

  async function hold(): Promise<Claim> {
    await createDatabase(port, secrets)
    const taken = await claim(urlOf(port, secrets), { home, serving: options.serving })
    taken.onLost(() => {
      if (!closing) recovery = recover()
    })
    return taken
  }

  /** PostgreSQL died under us: bring it back on the same port, so that every pool finds it again. */
  let recovery = Promise.resolve()
  async function recover(): Promise<void> {
    log('The database stopped; starting it again.')
    for (let wait = 100; !closing; wait = Math.min(wait * 2, 5000)) {
      try {
        port = await runPostmaster(cluster, secrets, port)
        held = await hold()
        return log('The database is back.')
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }

  async function close(): Promise<void> {
    closing = true
    await recovery
    if (await letGo(held)) await stopPostmaster(cluster)
  }

  return { url: urlOf(port, secrets), jwtSecret: secrets.jwtSecret, close }
}

/** PostgreSQL's own user must be able to write its log, which Stockie's user reads. */
async function prepareLog({ home, user }: Cluster): Promise<void> {
  const { log } = inHome(home)
  await writeFile(log, '', { flag: 'a', mode: 0o600 })
  if (user) await chown(log, user.uid, user.gid)
}

async function createDatabase(port: number, secrets: Secrets): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(port, secrets, 'postgres') })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${database}`)
  } catch (error) {
    // 42P04, 23505: a second start made it in this very moment.
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['42P04', '23505'].includes(code)) throw error
  } finally {
    await client.end()
  }
}
