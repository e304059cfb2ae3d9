import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isAlive } from './embedded/cluster'
import { openEmbeddedServer, type EmbeddedServer } from './embedded-server'
import { openDatabase } from './open-database'

let folder: string
let home: string
const open: EmbeddedServer[] = []
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-embedded-'))
  await chmod(folder, 0o755)
  home = path.join(folder, 'home')
})

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
  for (const child of children.splice(0)) child.kill('SIGKILL')
  const left = await readPostmaster().catch(() => null)
  if (left && isAlive(left.pid)) process.kill(left.pid, 'SIGQUIT')
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

async function start(options: { port?: number; serving?: boolean } = {}): Promise<EmbeddedServer> {
  const server = await openEmbeddedServer({ home, serving: true, ...options })
  open.push(server)
  return server
}

async function close(server: EmbeddedServer): Promise<void> {
  open.splice(open.indexOf(server), 1)
  await server.close()
}

async function readPostmaster(): Promise<{ pid: number; port: number }> {
  const lines = (await readFile(path.join(home, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

/** Whether a server runs on the folder: one that stopped takes its own note of itself away. */
async function isRunning(): Promise<boolean> {
  return (await readPostmaster().catch(() => null)) !== null
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** A Stockie of its own process, as far as the database knows. */
async function serveInChild(): Promise<{ child: ChildProcess; url: string }> {
  const program = path.resolve(import.meta.dirname, '../../test/serve-database.ts')
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program, home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  return { child, url: String(line).trim() }
}

test('keeps what was written when it stops and starts again', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 42 as answer')
  await close(first)
  const second = await start()
  expect(await query(second.url, 'select answer from kept')).toEqual([42])
})

test('makes a database with checksums, scram passwords, and no door but the loopback', async () => {
  const { url } = await start()
  const show = (name: string) => query(url, `show ${name}`)
  expect(await show('data_checksums')).toEqual(['on'])
  expect(await show('listen_addresses')).toEqual(['127.0.0.1'])
  expect(await show('unix_socket_directories')).toEqual([''])
  expect(await show('fsync')).toEqual(['on'])
  const wrong = url.replace(/:[^:@]*@/, ':wrong@')
  await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(path.join(home, 'secrets.json'))).mode & 0o777).toBe(0o600)
})

test('leaves no server behind when it stops', async () => {
  const server = await start()
  expect(await isRunning()).toBe(true)
  await close(server)
  expect(await isRunning()).toBe(false)
})

test('after a kill -9 of its Stockie the next start has all the data', async () => {
  const { child, url } = await serveInChild()
  await query(url, 'create table kept as select 42 as answer')
  const before = await readPostmaster()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await start()
  expect(await query(next.url, 'select answer from kept')).toEqual([42])
  // The orphan was joined, and is stopped by the one who joined it.
  expect((await readPostmaster()).pid).toBe(before.pid)
  await close(next)
  expect(await isRunning()).toBe(false)
})

test('after a kill -9 of Stockie and PostgreSQL together the next start has all the data', async () => {
  const { child, url } = await serveInChild()
  await query(url, 'create table kept as select 42 as answer')
  const { pid } = await readPostmaster()
  child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  const next = await start()
  expect(await query(next.url, 'select answer from kept')).toEqual([42])
})

test('when PostgreSQL alone is killed, it comes back under the same address', async () => {
  const server = await start()
  await query(server.url, 'create table kept as select 42 as answer')
  const { pid } = await readPostmaster()
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(
    async () => expect(await query(server.url, 'select answer from kept')).toEqual([42]),
    { timeout: 30_000, interval: 100 },
  )
  expect((await readPostmaster()).pid).not.toBe(pid)
})

test('a second start on the same folder says so', async () => {
  await start()
  await expect(start()).rejects.toThrow(`Stockie already runs from ${home}`)
})

test('of several first starts at once exactly one serves', async () => {
  const results = await Promise.allSettled([start(), start(), start()])
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused.map((reason: Error) => reason.message)).toEqual([
    expect.stringContaining('already runs'),
    expect.stringContaining('already runs'),
  ])
})

test('a command line works beside the shop, and the last one out stops the server', async () => {
  const shop = await start()
  const command = await start({ serving: false })
  expect(command.url).toBe(shop.url)
  await close(command)
  expect(await isRunning()).toBe(true)
  const late = await start({ serving: false })
  await close(shop)
  expect(await query(late.url, 'select 1')).toEqual([1])
  await close(late)
  expect(await isRunning()).toBe(false)
})

test('takes the first free port from 5432 up', async () => {
  const server = await start()
  const taken = Number(new URL(server.url).port)
  expect(taken).toBeGreaterThanOrEqual(5432)
  home = path.join(folder, 'second')
  const second = await start()
  expect(Number(new URL(second.url).port)).toBeGreaterThan(taken)
})

test('a wanted port that is taken is named', async () => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(start({ port })).rejects.toThrow(`Port ${port} for the database is taken`)
  server.close()
})

test('a home that is no folder, lost secrets and a foreign version are each told in a sentence', async () => {
  await writeFile(home, '')
  await expect(start()).rejects.toThrow(`${home} is not a folder: set STOCKIE_HOME`)
  await rm(home)
  await close(await start())
  await writeFile(path.join(home, 'postgres/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow('was made by PostgreSQL 17, and this Stockie brings 18')
  await rm(path.join(home, 'secrets.json'))
  await expect(start()).rejects.toThrow('secrets.json is missing')
})

test('with DATABASE_URL the embedded server never starts', async () => {
  const url = 'postgresql://somebody@db.example.test/shop'
  const database = await openDatabase({ DATABASE_URL: url, STOCKIE_HOME: home }, { serving: true })
  expect(database.url).toBe(url)
  await database.close()
  await expect(stat(home)).rejects.toThrow('ENOENT')
})
