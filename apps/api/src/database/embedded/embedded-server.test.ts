import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '#test/support/built-program'
import { query, createEmbeddedFixture } from '#test/support/database/embedded-fixture'
import { isAlive } from './cluster'
import { findFreePort } from '#src/database/embedded/postmaster'
import { openDatabase } from '#src/database/open-database'

const shop = createEmbeddedFixture()
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A Stockie of its own process, as far as the database knows. */
async function serveInChild(): Promise<{ child: ChildProcess; url: string }> {
  const program = path.resolve(
    import.meta.dirname,
    '../../../test/support/database/database-process.ts',
  )
  const tsx = import.meta.resolve('tsx')
  const child = spawn(process.execPath, ['--import', tsx, program, shop.home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  return { child, url: String(line).trim() }
}

test('keeps what was written when it stops and starts again', async () => {
  const first = await shop.start()
  await query(first.url, 'create table kept as select 42 as answer')
  await shop.close(first)
  const second = await shop.start()
  expect(await query(second.url, 'select answer from kept')).toEqual([42])
})

// @holds asvs 1.2.5, 11.5.1, 13.2.3, 13.3.2
test('makes a database with checksums, scram passwords, and no door but the loopback', async () => {
  const { url } = await shop.start()
  const show = (name: string) => query(url, `show ${name}`)
  expect(await show('data_checksums')).toEqual(['on'])
  expect(await show('listen_addresses')).toEqual(['127.0.0.1'])
  expect(await show('unix_socket_directories')).toEqual([''])
  expect(await show('fsync')).toEqual(['on'])
  const wrong = url.replace(/:[^:@]*@/, ':wrong@')
  await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(path.join(shop.home, 'secrets.json'))).mode & 0o777).toBe(0o600)
})

// @holds asvs 16.2.5
test('what somebody sends and the database refuses does not stand in its log', async () => {
  const { url } = await shop.start()
  await query(url, 'create table sent (key text constraint sent_once unique)')
  const send = () => query(url, `insert into sent values ('jane.doe@customer.test')`)
  await send()
  await expect(send()).rejects.toThrow('sent_once')
  const logged = await readFile(path.join(shop.home, 'postgres.log'), 'utf8')
  expect(logged).toContain('sent_once')
  expect(logged).not.toContain('jane')
})

test('leaves no server behind when it stops', async () => {
  const server = await shop.start()
  expect(await shop.isRunning()).toBe(true)
  await shop.close(server)
  expect(await shop.isRunning()).toBe(false)
})

test('after a kill -9 of its Stockie the next start has all the data', async () => {
  const { child, url } = await serveInChild()
  await query(url, 'create table kept as select 42 as answer')
  const before = await shop.postmaster()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await shop.start()
  expect(await query(next.url, 'select answer from kept')).toEqual([42])
  // The orphan was joined, and is stopped by the one who joined it.
  expect((await shop.postmaster()).pid).toBe(before.pid)
  await shop.close(next)
  expect(await shop.isRunning()).toBe(false)
})

test('after a kill -9 of Stockie and PostgreSQL together the next start has all the data', async () => {
  const { child, url } = await serveInChild()
  await query(url, 'create table kept as select 42 as answer')
  const { pid } = await shop.postmaster()
  child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  const next = await shop.start()
  expect(await query(next.url, 'select answer from kept')).toEqual([42])
})

test('when PostgreSQL alone is killed, it comes back under the same address', async () => {
  // One that no other test's server takes while it is away.
  const server = await shop.start({ port: await freePort() })
  await query(server.url, 'create table kept as select 42 as answer')
  const { pid } = await shop.postmaster()
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(
    async () => expect(await query(server.url, 'select answer from kept')).toEqual([42]),
    { timeout: 30_000, interval: 100 },
  )
  expect((await shop.postmaster()).pid).not.toBe(pid)
})

test('a second start on the same folder says so', async () => {
  await shop.start()
  await expect(shop.start()).rejects.toThrow(`Stockie already runs from ${shop.home}`)
})

test('of several first starts at once exactly one serves', async () => {
  const results = await Promise.allSettled([shop.start(), shop.start(), shop.start()])
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused.map((reason: Error) => reason.message)).toEqual([
    expect.stringContaining('already runs'),
    expect.stringContaining('already runs'),
  ])
})

test('a command line works beside the shop, and the last one out stops the server', async () => {
  const served = await shop.start()
  const command = await shop.start({ serving: false })
  expect(command.url).toBe(served.url)
  await shop.close(command)
  expect(await shop.isRunning()).toBe(true)
  const late = await shop.start({ serving: false })
  await shop.close(served)
  expect(await query(late.url, 'select 1')).toEqual([1])
  await shop.close(late)
  expect(await shop.isRunning()).toBe(false)
})

test('closing twice counts once, so that it never stops what somebody else uses', async () => {
  await shop.start()
  const { pid } = await shop.postmaster()
  const command = await shop.start({ serving: false })
  await Promise.all([shop.close(command), command.close()])
  await command.close()
  expect((await shop.postmaster()).pid).toBe(pid)
  expect(isAlive(pid)).toBe(true)
})

// @holds decision 2.5
test('takes the first free port from 5432 up', async () => {
  const server = await shop.start()
  const taken = Number(new URL(server.url).port)
  expect(taken).toBeGreaterThanOrEqual(5432)
  shop.home = path.join(shop.folder, 'second')
  const second = Number(new URL((await shop.start()).url).port)
  expect(second).toBeGreaterThanOrEqual(5432)
  // Not "greater": another test's server may have left one in between.
  expect(second).not.toBe(taken)
  // Where no other test takes ports.
  const from = 20_000 + (process.pid % 10_000)
  const first = await findFreePort(from)
  const holder = net.createServer().listen(first, '127.0.0.1')
  await once(holder, 'listening')
  expect(await findFreePort(from)).toBeGreaterThan(first)
  holder.close()
  await once(holder, 'close')
  expect(await findFreePort(from)).toBe(first)
})

// @holds decision 2.5
test('a wanted port that is taken is named', async () => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(shop.start({ port })).rejects.toThrow(`Port ${port} for the database is taken`)
  server.close()
})

test('with DATABASE_URL the embedded server never starts', async () => {
  const url = 'postgresql://somebody@db.example.test/shop'
  const database = await openDatabase(
    { DATABASE_URL: url, STOCKIE_HOME: shop.home },
    { serving: true },
  )
  expect(database.url).toBe(url)
  await database.close()
  await expect(stat(shop.home)).rejects.toThrow('ENOENT')
})
