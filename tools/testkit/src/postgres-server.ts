import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openEmbeddedServer } from '@stockie/api/embedded-server'
import type { Shutdown } from './cleanup'

export type Postgres = {
  /** For whatever else has to be written; it goes with the server. */
  folder: string
  url: string
  /** The server's first process, which another takes the place of where it was killed. */
  postmaster: () => Promise<number>
}

type Options = {
  name: string
  /** The first free one of PostgreSQL's own otherwise. */
  port?: number
  progress: (text: string) => void
  ending: Shutdown
}

/** A PostgreSQL of the program's own in a folder of its own, with the settings that Stockie gives it. */
export async function openPostgres({ name, port, progress, ending }: Options): Promise<Postgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `stockie-${name}-`))
  ending.beforeThat(() => rm(folder, { recursive: true, force: true }))
  // PostgreSQL runs as a user of its own where this is root.
  await chmod(folder, 0o755)
  progress('Starting PostgreSQL')
  const home = path.join(folder, 'home')
  const opening = openEmbeddedServer({ home, serving: true, port })
  ending.beforeThat(async () => (await opening.catch(() => undefined))?.close())
  const server = await opening
  ending.atOnce(() => {
    server.stopAtOnce()
    rmSync(folder, { recursive: true, force: true })
  })
  const postmaster = async () =>
    Number.parseInt(await readFile(path.join(home, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  return { folder, url: server.url, postmaster }
}

/**
 * Bytes that all of a PostgreSQL's processes have in memory, by its first one: what they share, its buffers above all,
 * counts once (PSS). Undefined where /proc does not tell, as Linux does, or not of all of them.
 */
export async function readPostgresMemory(postmaster: number): Promise<number | undefined> {
  const children = await read(`/proc/${postmaster}/task/${postmaster}/children`)
  const pids = (children ?? '').split(' ').filter((pid) => pid.trim() !== '')
  const [own, ...sizes] = await Promise.all([postmaster, ...pids].map(readPss))
  // The first one has not ended: where it has nothing there is no /proc.
  if (!children || !own) return undefined
  let all = own
  for (const size of sizes) {
    if (size === undefined) return undefined
    all += size
  }
  return all
}

/** Nothing where it has ended meanwhile; undefined where it may not be read. */
async function readPss(pid: number | string): Promise<number | undefined> {
  const told = await read(`/proc/${pid}/smaps_rollup`)
  if (told === '') return 0
  const kilobytes = /^Pss: +(\d+) kB$/m.exec(told ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** How the system says that there is no such process, before and after the file of it was opened. */
const ended = ['ENOENT', 'ESRCH']

/** Empty where it has ended, undefined where it may not be read. */
const read = (file: string) =>
  readFile(file, 'utf8').catch(({ code = '' }: NodeJS.ErrnoException) =>
    ended.includes(code) ? '' : undefined,
  )
