import { spawnSync } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { scramOnly } from '#src/database-address'
import { DatabaseClient } from '#src/database/pool/database-client'
import { readSystemVariables } from '#src/env'
import { StartError } from '#src/errors'
import { type Cluster, isProcessAlive, runAs, superuser } from './cluster'
import { findFreePort, isPortFree } from './free-port'
import { homePaths, type Secrets } from './home'

export const databaseName = 'stockie'

/** Another program may have taken the port, so the server must prove itself. */
export function embeddedUrl(port: number, secrets: Secrets, name = databaseName): string {
  return `postgresql://${superuser}:${secrets.databasePassword}@127.0.0.1:${port}/${name}?${scramOnly}`
}

/** Reads the pid file of a data directory. After a crash it still names the killed server. */
async function readPidFile(data: string): Promise<{ file: string; pid: number; port: number }> {
  const file = path.join(data, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  return { file, pid: Number(lines[0]), port: Number(lines[3]) }
}

/** The port of the server that runs on this data directory, or null. */
async function findRunning(cluster: Cluster, secrets: Secrets): Promise<number | null> {
  const { file, pid, port } = await readPidFile(homePaths(cluster.home).data)
  if (!pid || !port || !isProcessAlive(pid)) return null
  // After a crash, pid and port may belong to other processes. Only our own server knows the password.
  const served = await readDataDirectory({ pid, port, secrets })
  if (served === null) return null
  if ((await realpath(served)) === (await realpath(path.dirname(file)))) return port
  throw new StartError(
    `This folder is a copy of ${served}, made while its database ran (${file}): stop that Stockie, and copy the folder again.`,
  )
}

type Server = { pid: number; port: number; secrets: Secrets }

/** The data directory of the server on this port. Null if the server is not ours. */
async function readDataDirectory({ pid, port, secrets }: Server): Promise<string | null> {
  for (;;) {
    const client = new DatabaseClient({
      connectionString: embeddedUrl(port, secrets, 'postgres'),
      connectionTimeoutMillis: 10_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ folder: string }>(
        `select current_setting('data_directory') as folder`,
      )
      return rows[0]?.folder ?? null
    } catch (error) {
      // 57P03: the server is starting up or recovering, which may take any time.
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code !== '57P03' || !isProcessAlive(pid)) return null
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** Joins the server that runs on this data directory, or starts one. Returns its port. */
export async function runPostmaster(
  cluster: Cluster,
  secrets: Secrets,
  { port: wanted, onStarting }: { port?: number | undefined; onStarting?: () => void },
): Promise<number> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const running = await findRunning(cluster, secrets)
    if (running !== null) return running
    const port = wanted ?? (await findFreePort())
    const failure = await start(cluster, port, onStarting)
    if (failure === null) return port
    const isPortTaken = !(await isPortFree(port))
    if (isPortTaken && wanted !== undefined) {
      throw new StartError(
        `Port ${wanted} for the database is taken: set STOCKIE_DB_PORT to a free one, or leave it unset.`,
      )
    }
    // The last two mean that a server was just killed, or that another process starts one right now.
    const isTemporary = isPortTaken || /lock file|shared memory block/.test(failure)
    if (!isTemporary || performance.now() > deadline) {
      const { log } = homePaths(cluster.home)
      throw new StartError(`The embedded PostgreSQL did not start. See ${log}: ${failure}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/**
 * Starts a server in its own process group, so that Ctrl-C does not reach it. Returns its log if it fails.
 */
async function start(
  cluster: Cluster,
  port: number,
  onStarting = () => {},
): Promise<string | null> {
  const { data, log } = homePaths(cluster.home)
  const logLength = (await readFile(log, 'utf8').catch(() => '')).length
  // Up to an hour: recovery after a crash may be slow.
  const args = ['start', '-w', '-t', '3600', '-s', '-D', data, '-l', log, '-o', `-p ${port}`]
  try {
    const started = runAs(cluster.user, cluster.binaries.pg_ctl, args)
    onStarting()
    await started
    return null
  } catch (error) {
    const newLog = (await readFile(log, 'utf8').catch(() => '')).slice(logLength).trim()
    return newLog || String(error)
  }
}

export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const { data } = homePaths(cluster.home)
  const args = ['stop', '-w', '-s', '-m', 'fast', '-D', data]
  try {
    await runAs(cluster.user, cluster.binaries.pg_ctl, args)
  } catch (error) {
    // pg_ctl fails if the server has just died. That is fine.
    const { pid } = await readPidFile(data)
    if (pid && isProcessAlive(pid)) throw error
  }
}

export function stopPostmasterAtOnce({ home, user, binaries }: Cluster): void {
  const args = ['stop', '-w', '-t', '5', '-s', '-m', 'immediate', '-D', homePaths(home).data]
  const cwd = path.parse(home).root
  spawnSync(binaries.pg_ctl, args, { ...user, cwd, env: readSystemVariables(), stdio: 'ignore' })
}
