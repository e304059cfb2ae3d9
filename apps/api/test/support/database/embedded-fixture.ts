import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { openEmbeddedServer, type EmbeddedServer } from '#src/database/embedded/embedded-server'
import { isProcessAlive } from '#src/database/embedded/cluster'

type Options = Omit<Parameters<typeof openEmbeddedServer>[0], 'home' | 'serving'> & {
  serving?: boolean
}

/** Creates a new home for the embedded server before each test, and stops its servers after the test. */
export function createEmbeddedFixture() {
  const open: EmbeddedServer[] = []
  const shop = { folder: '', home: '', start, close, postmaster, isRunning }

  beforeEach(async () => {
    shop.folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-embedded-'))
    await chmod(shop.folder, 0o755)
    shop.home = path.join(shop.folder, 'home')
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()))
    const left = await postmaster().catch(() => null)
    if (left && isProcessAlive(left.pid)) process.kill(left.pid, 'SIGQUIT')
    await rm(shop.folder, { recursive: true, force: true, maxRetries: 10 })
  })

  async function start(options: Options = {}) {
    const server = await openEmbeddedServer({ home: shop.home, serving: true, ...options })
    open.push(server)
    return server
  }

  async function close(server: EmbeddedServer): Promise<void> {
    open.splice(open.indexOf(server), 1)
    await server.close()
  }

  /** Reads the process id from PostgreSQL's pid file, which exists while the server runs. */
  async function postmaster(): Promise<{ pid: number }> {
    const file = path.join(shop.home, 'postgres/postmaster.pid')
    return { pid: Number.parseInt(await readFile(file, 'utf8'), 10) }
  }

  /** A server that stopped has removed its pid file. */
  async function isRunning(): Promise<boolean> {
    return (await postmaster().catch(() => null)) !== null
  }

  return shop
}

export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}
