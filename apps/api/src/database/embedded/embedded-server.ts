import { chown, rename, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { type Cluster, findBinaries, initialiseCluster } from './cluster'
import { homePaths, prepareHome, toStartError } from './home'
import {
  databaseName,
  runPostmaster,
  stopPostmasterAtOnce,
  stopPostmaster,
  embeddedUrl,
} from './postmaster'
import {
  acquireServerLock,
  AlreadyServedError,
  releaseServerLock,
  type ServerLock,
} from './server-lock'
import { findSystemUser } from './system-user'

export type EmbeddedServer = {
  url: string
  jwtSecret: string
  /** Stops PostgreSQL, unless another process (such as a command) still works with it. */
  close: () => Promise<void>
  /** Sends the messages about PostgreSQL to this log from now on. */
  setLog: (log: (message: string) => void) => void
  /** Stops PostgreSQL synchronously, even if others work with it: the process ends right after. */
  stopAtOnce: () => void
}

type ServerOptions = {
  home: string
  port?: number | undefined
  /** True for the one Stockie that serves from this folder, false for a command. */
  serving: boolean
  log?: (message: string) => void
  /** Called when PostgreSQL has begun to start. Not if it runs already. */
  onStarting?: () => void
  /** Called with the reason when PostgreSQL has died and cannot be restarted. */
  onRestartFailed?: (reason: unknown) => void
}

/** Starts PostgreSQL from its npm package on the folder, or joins the server that already runs there. */
export async function openEmbeddedServer(options: ServerOptions): Promise<EmbeddedServer> {
  let log = options.log ?? (() => {})
  const wanted = path.resolve(options.home)
  const user = await findSystemUser(homePaths(wanted).data)
  const { home, secrets } = await prepareHome(wanted, user, log)
  const cluster: Cluster = { home, user, binaries: await findBinaries(home, user) }
  try {
    await initialiseCluster(cluster, secrets)
    await prepareLog(cluster)
  } catch (error) {
    throw toStartError(error, home)
  }

  let port = await runPostmaster(cluster, secrets, options)
  const closing = new AbortController()
  let lock = await lockServer()

  async function lockServer(): Promise<ServerLock> {
    // Not in the shop's own database: PostgreSQL cannot rename that for a restore while it has a connection.
    const url = embeddedUrl(port, secrets, 'postgres')
    const newLock = await acquireServerLock(url, { home, serving: options.serving })
    await createDatabase(newLock.client).catch(async (error: unknown) => {
      await newLock.client.end().catch(() => {})
      throw error
    })
    newLock.onLost(() => {
      if (!closing.signal.aborted) recovery = recover()
    })
    return newLock
  }

  /** PostgreSQL has died: restart it on the same port, so that every pool finds it again. */
  let recovery = Promise.resolve()
  async function recover(): Promise<void> {
    log('The database stopped; starting it again.')
    try {
      const isBack = await retryStart(restart, { home, log, signal: closing.signal })
      if (isBack) log('The database is back.')
    } catch (reason) {
      options.onRestartFailed?.(reason)
    }
  }

  async function restart(): Promise<void> {
    port = await runPostmaster(cluster, secrets, { port })
    lock = await lockServer()
  }

  async function closeOnce(): Promise<void> {
    closing.abort()
    await recovery
    if (await releaseServerLock(lock)) await stopPostmaster(cluster)
  }
  let closed: Promise<void> | undefined
  const close = () => (closed ??= closeOnce())

  return {
    url: embeddedUrl(port, secrets),
    jwtSecret: secrets.jwtSecret,
    close,
    setLog: (newLog) => void (log = newLog),
    stopAtOnce: () => stopPostmasterAtOnce(cluster),
  }
}

const tenMegabytes = 10 * 1024 * 1024

/**
 * PostgreSQL's own user must be able to write its log. A log over 10 MB is rotated, and one old log is kept.
 */
async function prepareLog({ home, user }: Cluster): Promise<void> {
  const { log } = homePaths(home)
  const size = (await stat(log).catch(() => null))?.size ?? 0
  if (size > tenMegabytes) await rename(log, log.replace(/\.log$/, '.old.log'))
  await writeFile(log, '', { flag: 'a', mode: 0o600 })
  if (user) await chown(log, user.uid, user.gid)
}

async function createDatabase(client: ClientBase): Promise<void> {
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  } catch (error) {
    // 42P04, 23505: another start created it at the same moment.
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['42P04', '23505'].includes(code)) throw error
  }
}

/** If PostgreSQL fails five times in a row within seconds, with space on the disk, retries do not help. */
const maxAttempts = 5

/** One segment of PostgreSQL's WAL takes 16 MB. */
const minFreeBytes = 20_000_000

type RetryOptions = {
  /** The folder that PostgreSQL writes to. */
  home: string
  log: (message: string) => void
  signal: AbortSignal
  /** The first pause in milliseconds. Each later pause is twice as long, up to 5 seconds. */
  pause?: number
}

/**
 * Retries the start until it succeeds (true) or is aborted (false), and throws after maxAttempts failures.
 * Failures on a full disk do not count: the user may make room, and PostgreSQL cannot name that reason
 * itself.
 */
export async function retryStart(
  start: () => Promise<void>,
  { home, log, signal, pause: firstPause = 100 }: RetryOptions,
): Promise<boolean> {
  let wasFull: boolean | undefined
  for (let failures = 0, pause = firstPause; !signal.aborted; pause = Math.min(pause * 2, 5_000)) {
    try {
      await start()
      return true
    } catch (error) {
      const isFull = await hasNoSpace(home)
      failures = isFull ? 0 : failures + 1
      if (failures === maxAttempts || error instanceof AlreadyServedError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      // Not at each attempt.
      if (isFull !== wasFull)
        log(isFull ? 'The disk of the database is full: free some space.' : reason)
      wasFull = isFull
      await wait(pause, undefined, { signal }).catch(() => {})
    }
  }
  return false
}

async function hasNoSpace(home: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(home)
  return bavail * bsize < minFreeBytes
}
