import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openEmbeddedServer } from '@stockie/api/embedded-server'
import type { Ending } from './ending'

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
  ending: Ending
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
