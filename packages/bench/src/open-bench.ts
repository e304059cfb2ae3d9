import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openEmbeddedServer } from '@stockie/api/embedded-server'
import type { Bench } from './bench'
import { createDatabases } from './databases'
import type { Ending } from './ending'

type Options = { quick: boolean; progress: (text: string) => void; ending: Ending }

/** A PostgreSQL of the bench's own in a folder of its own: both sides work with its settings. */
export async function openBench({ quick, progress, ending }: Options): Promise<Bench> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-bench-'))
  ending.beforeThat(() => rm(folder, { recursive: true, force: true }))
  // PostgreSQL runs as a user of its own where this is root.
  await chmod(folder, 0o755)
  progress('Starting PostgreSQL')
  const opening = openEmbeddedServer({ home: path.join(folder, 'home'), serving: true })
  ending.beforeThat(async () => (await opening.catch(() => undefined))?.close())
  const server = await opening
  ending.atOnce(() => {
    server.stopAtOnce()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    quick,
    rounds: quick ? 3 : 5,
    seconds: quick ? 2 : 5,
    folder,
    postmaster: await readPostmaster(folder),
    database: createDatabases({ server: server.url, progress }),
    progress,
    onEnd: ending.beforeThat,
  }
}

async function readPostmaster(folder: string): Promise<number> {
  const file = path.join(folder, 'home', 'postgres', 'postmaster.pid')
  return Number.parseInt(await readFile(file, 'utf8'), 10)
}
