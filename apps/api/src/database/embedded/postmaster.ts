import { spawnSync } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { StartError } from './claim'
import { type Cluster, isAlive, runAs, superuser } from './cluster'
import { inHome, type Secrets } from './home'

export const database = 'stockie'

export function urlOf(port: number, secrets: Secrets, name = database): string {
  return `postgresql://${superuser}:${secrets.databasePassword}@127.0.0.1:${port}/${name}`
}

/** What the server that runs on a data directory, or was killed there, says of itself. */
async function readNote(data: string): Promise<{ file: string; pid: number; port: number }> {
  const file = path.join(data, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  return { file, pid: Number(lines[0]), port: Number(lines[3]) }
}

/** The port of the server that runs on this data directory, if one does. */
async function findRunning(cluster: Cluster, secrets: Secrets): Promise<number | null> {
  const { file, pid, port } = await readNote(inHome(cluster.home).data)
  if (!pid || !port || !isAlive(pid)) return null
  // After a crash the number may belong to another process: only our own server knows our password.
  const served = await askForFolder({ pid, port, secrets })
  if (served === null) return null
  if ((await realpath(served)) === (await realpath(path.dirname(file)))) return port
  throw new StartError(
    `${file} belongs to the server of ${served}, which this folder was copied from while it ran: stop that Stockie and copy again.`,
  )
}

type Server = { pid: number; port: number; secrets: Secrets }

/** Which data directory a server serves; null where it is none of ours. */
async function askForFolder({ pid, port, secrets }: Server): Promise<string | null> {
  for (;;) {
    const client = new pg.Client({ connectionString: urlOf(port, secrets, 'postgres') })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ folder: string }>(
        `select current_setting('data_directory') as folder`,
      )
      return rows[0]?.folder ?? null
    } catch (error) {
      // 57P03: it is starting up or recovering, for as long as that takes.
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code !== '57P03' || !isAlive(pid)) return null
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** Joins the server of this data directory where one runs, and starts it where none does. */
export async function runPostmaster(
  cluster: Cluster,
  secrets: Secrets,
  wanted: number | undefined,
): Promise<number> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const running = await findRunning(cluster, secrets)
    if (running !== null) return running
    const port = wanted ?? (await findFreePort())
    const failure = await start(cluster, port)
    if (failure === null) return port
    const another = !(await isFree(port))
    if (another && wanted !== undefined) {
      throw new StartError(
        `Port ${wanted} for the database is taken: set STOCKIE_DB_PORT to a free one, or leave it unset.`,
      )
    }
    // A server that was killed a moment ago, or that somebody else starts in this very moment.
    const passes = another || /lock file|shared memory block/.test(failure)
    if (!passes || performance.now() > deadline) {
      const { log } = inHome(cluster.home)
      throw new StartError(`The embedded PostgreSQL did not start; ${log} says why: ${failure}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Starts a server in a process group of its own, out of Ctrl-C's reach; its last words where it fails. */
async function start(cluster: Cluster, port: number): Promise<string | null> {
  const { data, log } = inHome(cluster.home)
  const before = (await readFile(log, 'utf8').catch(() => '')).length
  // Recovery after a crash may take its time.
  const args = ['start', '-w', '-t', '3600', '-s', '-D', data, '-l', log, '-o', `-p ${port}`]
  try {
    await runAs(cluster.user, cluster.binaries.pg_ctl, args)
    return null
  } catch (error) {
    const said = (await readFile(log, 'utf8').catch(() => '')).slice(before).trim()
    return said || String(error)
  }
}

export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const { data } = inHome(cluster.home)
  const args = ['stop', '-w', '-s', '-m', 'fast', '-D', data]
  try {
    await runAs(cluster.user, cluster.binaries.pg_ctl, args)
  } catch (error) {
    // One that has just died does not stop, and need not.
    const { pid } = await readNote(data)
    if (pid && isAlive(pid)) throw error
  }
}

export function stopAtOnce({ home, user, binaries }: Cluster): void {
  const args = ['stop', '-w', '-t', '5', '-s', '-m', 'immediate', '-D', inHome(home).data]
  spawnSync(binaries.pg_ctl, args, { ...user, cwd: path.parse(home).root, stdio: 'ignore' })
}

const host = '127.0.0.1'

/** The first port from 5432 up that nobody listens on. */
export async function findFreePort(from = 5432): Promise<number> {
  for (let port = from; port < from + 200; port++) {
    if (await isFree(port)) return port
  }
  throw new StartError(
    `No port between ${from} and ${from + 199} is free for the database: set STOCKIE_DB_PORT to one that is.`,
  )
}

export async function isFree(port: number): Promise<boolean> {
  // Some systems let a second server listen beside one on all addresses: so ask whether anybody answers, too.
  return (await canListen(port)) && !(await somebodyAnswers(port))
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

function somebodyAnswers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host })
    const answer = (answered: boolean) => () => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', answer(true)).once('error', answer(false))
  })
}
