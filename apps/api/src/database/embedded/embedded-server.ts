import { chown, rename, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connectClient } from '#src/database/pool/single-client'
import { AlreadyServed, claim, type Claim, releaseClaim } from './claim'
import { type Cluster, findBinaries, initialiseCluster } from './cluster'
import { inHome, prepareHome, type Secrets, toStartError } from './home'
import { database, runPostmaster, stopAtOnce, stopPostmaster, urlOf } from './postmaster'
import { findSystemUser } from './system-user'

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

type ServerOptions = {
  home: string
  port?: number | undefined
  /** The one Stockie that serves this folder; a command line beside it is not. */
  serving: boolean
  log?: (message: string) => void
  /** Hears why PostgreSQL, which had died, does not start any more. */
  onGivenUp?: (reason: unknown) => void
}

/** The real PostgreSQL, from npm: started on its folder, or joined where it runs already. */
export async function openEmbeddedServer(options: ServerOptions): Promise<EmbeddedServer> {
  let log = options.log ?? (() => {})
  const wanted = path.resolve(options.home)
  const user = await findSystemUser(inHome(wanted).data)
  const { home, secrets } = await prepareHome(wanted, user, log)
  const cluster: Cluster = { home, user, binaries: await findBinaries(home, user) }
  try {
    await initialiseCluster(cluster, secrets)
    await prepareLog(cluster)
  } catch (error) {
    throw toStartError(error, home)
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
      const isBack = await retryStart(startAnew, { home, log, signal: closing.signal })
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
    if (await releaseClaim(held)) await stopPostmaster(cluster)
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

/** What PostgreSQL cannot do five times running, within some seconds and with space, it will not do by itself. */
const attempts = 5

/** A segment of its log is 16 MB. */
const leastSpace = 20_000_000

type RetryOptions = {
  /** Where PostgreSQL writes. */
  home: string
  log: (message: string) => void
  signal: AbortSignal
  /** The first, in milliseconds. */
  pause?: number
}

/**
 * Starts until that succeeds, each time after a longer pause; false where it is to end instead. What does
 * not pass is thrown. A full disk is waited for: somebody may make room, and PostgreSQL cannot even say so.
 */
export async function retryStart(
  start: () => Promise<void>,
  { home, log, signal, pause: shortest = 100 }: RetryOptions,
): Promise<boolean> {
  let told: boolean | undefined
  for (let failures = 0, pause = shortest; !signal.aborted; pause = Math.min(pause * 2, 5_000)) {
    try {
      await start()
      return true
    } catch (error) {
      const isFull = await hasNoSpace(home)
      failures = isFull ? 0 : failures + 1
      if (failures === attempts || error instanceof AlreadyServed) throw error
      const reason = error instanceof Error ? error.message : String(error)
      // Once, and not at each attempt.
      if (isFull !== told) log(isFull ? 'The database waits for space on its disk.' : reason)
      told = isFull
      await wait(pause, undefined, { signal }).catch(() => {})
    }
  }
  return false
}

async function hasNoSpace(home: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(home)
  return bavail * bsize < leastSpace
}
