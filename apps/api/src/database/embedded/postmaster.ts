import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { runAs, superuser, isAlive, type Cluster } from './cluster'
import { findFreePort, isFree } from './free-port'
import { inHome, type Secrets } from './home'
import { StartError } from './start-error'

export const database = 'stockie'

export function urlOf(port: number, secrets: Secrets, name = database): string {
  return `postgresql://${superuser}:${secrets.databasePassword}@127.0.0.1:${port}/${name}`
}

/** The port of the server that runs on this data directory, if one does. */
export async function findRunning(cluster: Cluster, secrets: Secrets): Promise<number | null> {
  const file = path.join(inHome(cluster.home).data, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid || !port || !isAlive(pid)) return null
  // After a crash the number may belong to another process: only our own server knows our password.
  return (await answers(port, secrets)) ? port : null
}

async function answers(port: number, secrets: Secrets): Promise<boolean> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const client = new pg.Client({ connectionString: urlOf(port, secrets, 'postgres') })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch (error) {
      // 57P03: it is starting up or recovering. Anything else is not our server.
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code !== '57P03' || Date.now() > deadline) return false
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** Starts a server on this data directory; it lives in a process group of its own, out of Ctrl-C's reach. */
export async function startPostmaster(
  cluster: Cluster,
  secrets: Secrets,
  wanted: number | undefined,
): Promise<number> {
  const port = wanted ?? (await findFreePort())
  if (wanted !== undefined && !(await isFree(wanted))) {
    throw new StartError(
      `Port ${wanted} for the database is taken: set STOCKIE_DB_PORT to a free one, or leave it unset.`,
    )
  }
  const { data, log } = inHome(cluster.home)
  const args = ['start', '-w', '-s', '-D', data, '-l', log, '-o', `-p ${port}`]
  try {
    await runAs(cluster.user, cluster.binaries.pg_ctl, args)
    return port
  } catch (error) {
    // Somebody else may have started it, or taken the port, in this very moment.
    const running = await findRunning(cluster, secrets)
    if (running !== null) return running
    if (wanted === undefined && !(await isFree(port)))
      return startPostmaster(cluster, secrets, wanted)
    throw new StartError(
      `The embedded PostgreSQL did not start; ${log} says why: ${await lastLine(log, error)}`,
    )
  }
}

export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const { data } = inHome(cluster.home)
  await runAs(cluster.user, cluster.binaries.pg_ctl, ['stop', '-w', '-s', '-m', 'fast', '-D', data])
}

async function lastLine(log: string, error: unknown): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n')
  return lines.at(-1) || String(error)
}
