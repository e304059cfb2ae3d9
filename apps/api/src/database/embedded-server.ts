import { chown, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { connectClient } from './connect-client'
import { findBinaries } from './embedded/binaries'
import { initialiseCluster, type Cluster } from './embedded/cluster'
import { sayWhatIsWrong } from './embedded/file-failure'
import { inHome, prepareHome, type Secrets } from './embedded/home'
import { claim, letGo, type Claim } from './embedded/claim'
import { database, runPostmaster, stopAtOnce, stopPostmaster, urlOf } from './embedded/postmaster'
import { findSystemUser } from './embedded/system-user'
import { tryAgain } from './embedded/try-again'

export type EmbeddedServer = {
  url: string
  jwtSecret: string
  /** Stops PostgreSQL, unless somebody else (a command line, say) still works with it. */
  close: () => Promise<void>
  /** From now on what happens to PostgreSQL is told there. */
  report: (log: (message: string) => void) => void
  /** Stops PostgreSQL before this returns, whoever works with it: the process ends right after. */
  stopAtOnce: () => void
}

type Options = {
  home: string
  port?: number | undefined
  /** The one Stockie that serves this folder; a command line beside it is not. */
  serving: boolean
  log?: (message: string) => void
  /** Hears why PostgreSQL, which had died, does not start any more. */
  onGivenUp?: (reason: unknown) => void
}

/** The real PostgreSQL, from npm: started on its folder, or joined where it runs already. */
export async function openEmbeddedServer(options: Options): Promise<EmbeddedServer> {
  let log = options.log ?? (() => {})
  const wanted = path.resolve(options.home)
  const user = await findSystemUser(inHome(wanted).data)
  const { home, secrets } = await prepareHome(wanted, user, log)
  const cluster: Cluster = { home, user, binaries: await findBinaries(home, user) }
  try {
    await initialiseCluster(cluster, secrets)
    await prepareLog(cluster)
  } catch (error) {
    throw sayWhatIsWrong(error, home)
  }

  let port = await runPostmaster(cluster, secrets, options.port)
  const closing = new AbortController()
  let held = await hold()

  async function hold(): Promise<Claim> {
    await createDatabase(port, secrets)
    // Not in the shop's own database: a restore gives that one another name, which a connection forbids.
    const taken = await claim(urlOf(port, secrets, 'postgres'), { home, serving: options.serving })
    taken.onLost(() => {
      if (!closing.signal.aborted) recovery = recover()
    })
    return taken
  }

  /** PostgreSQL died under us: bring it back on the same port, so that every pool finds it again. */
  let recovery = Promise.resolve()
  async function recover(): Promise<void> {
    log('The database stopped; starting it again.')
    try {
      const isBack = await tryAgain(startAnew, { home, log, signal: closing.signal })
      if (isBack) log('The database is back.')
    } catch (reason) {
      options.onGivenUp?.(reason)
    }
  }

  async function startAnew(): Promise<void> {
    port = await runPostmaster(cluster, secrets, port)
    held = await hold()
  }

  async function closeOnce(): Promise<void> {
    closing.abort()
    await recovery
    if (await letGo(held)) await stopPostmaster(cluster)
  }
  let closed: Promise<void> | undefined
  const close = () => (closed ??= closeOnce())

  return {
    url: urlOf(port, secrets),
    jwtSecret: secrets.jwtSecret,
    close,
    report: (there) => void (log = there),
    stopAtOnce: () => stopAtOnce(cluster),
  }
}

const tenMegabytes = 10 * 1024 * 1024

/** PostgreSQL's own user must be able to write its log. A long one is put aside once. */
async function prepareLog({ home, user }: Cluster): Promise<void> {
  const { log } = inHome(home)
  const size = (await stat(log).catch(() => null))?.size ?? 0
  if (size > tenMegabytes) await rename(log, log.replace(/\.log$/, '.old.log'))
  await writeFile(log, '', { flag: 'a', mode: 0o600 })
  if (user) await chown(log, user.uid, user.gid)
}

async function createDatabase(port: number, secrets: Secrets): Promise<void> {
  const client = await connectClient(urlOf(port, secrets, 'postgres'))
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
