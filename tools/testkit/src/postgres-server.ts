import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openEmbeddedServer } from '@stockie/api/embedded-server'
import type { Shutdown } from './cleanup'

export type Postgres = {
  /** For everything else that must be written; it is removed with the server. */
  folder: string
  url: string
  /** The process ID of the postmaster, which changes after it was killed. */
  postmaster: () => Promise<number>
}

type Options = {
  name: string
  /** By default the first free port from PostgreSQL's own. */
  port?: number
  progress: (text: string) => void
  shutdown: Shutdown
}

/** Starts a separate PostgreSQL in a temporary folder, with the settings of Stockie's embedded server. */
export async function openPostgres({ name, port, progress, shutdown }: Options): Promise<Postgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `stockie-${name}-`))
  shutdown.onEnd(() => rm(folder, { recursive: true, force: true }))
  // If this process is root, PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  progress('Starting PostgreSQL')
  const home = path.join(folder, 'home')
  const opening = openEmbeddedServer({ home, serving: true, port })
  shutdown.onEnd(async () => (await opening.catch(() => undefined))?.close())
  const server = await opening
  shutdown.onExit(() => {
    server.stopAtOnce()
    rmSync(folder, { recursive: true, force: true })
  })
  const postmaster = async () =>
    Number.parseInt(await readFile(path.join(home, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  return { folder, url: server.url, postmaster }
}

/**
 * Bytes of memory of all PostgreSQL processes. Shared memory, mostly the buffers, counts once (PSS).
 * Undefined without Linux's /proc, or if one of the processes cannot be read.
 */
export async function readPostgresMemory(postmaster: number): Promise<number | undefined> {
  const children = await readProcFile(`/proc/${postmaster}/task/${postmaster}/children`)
  const pids = (children ?? '').split(' ').filter((pid) => pid.trim() !== '')
  const [own, ...sizes] = await Promise.all([postmaster, ...pids].map(readPss))
  // The postmaster is running, so no size means no /proc.
  if (!children || !own) return undefined
  let total = own
  for (const size of sizes) {
    if (size === undefined) return undefined
    total += size
  }
  return total
}

/** Returns 0 if the process has ended, and undefined if its file cannot be read. */
async function readPss(pid: number | string): Promise<number | undefined> {
  const text = await readProcFile(`/proc/${pid}/smaps_rollup`)
  if (text === '') return 0
  const kilobytes = /^Pss: +(\d+) kB$/m.exec(text ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** The process does not exist: ENOENT before the file was opened, ESRCH after it. */
const endedCodes = ['ENOENT', 'ESRCH']

/** Returns an empty text if the process has ended, and undefined if the file cannot be read. */
const readProcFile = (file: string) =>
  readFile(file, 'utf8').catch(({ code = '' }: NodeJS.ErrnoException) =>
    endedCodes.includes(code) ? '' : undefined,
  )
