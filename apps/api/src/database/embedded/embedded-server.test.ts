import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#test/support/built-program'
import { query, createEmbeddedFixture } from '#test/support/database/embedded-fixture'
import { openFakeServer } from '#test/support/database/fake-server'
import { isProcessAlive } from './cluster'
import { findFreePort } from '#src/database/embedded/free-port'
import { openDatabase } from '#src/database/open-database'

const shop = createEmbeddedFixture()
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Serves from a separate process, which can be killed. */
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

test('the embedded database keeps its data across a restart @long', async () => {
  const first = await shop.start()
  await query(first.url, 'create table kept as select 42 as answer')
  await shop.close(first)
  const second = await shop.start()
  expect(await query(second.url, 'select answer from kept')).toEqual([42])
})

// @holds asvs 11.5.1, 13.2.3, 13.3.2
test('the embedded database uses checksums, a scram password and only the loopback address', async () => {
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
test.runIf(process.platform === 'linux')(
  // @holds asvs 13.3.2
  'PostgreSQL and the programs that it starts get PATH, LANG and TZ, but no secret of Stockie @long',
  async () => {
    for (const name of ['JWT_SECRET', 'OWNER_PASSWORD', 'DATABASE_URL', 'PGPASSWORD']) {
      vi.stubEnv(name, 'secret-of-the-shop')
    }
    vi.stubEnv('TZ', 'Europe/Berlin')
    vi.stubEnv('LANG', 'C.UTF-8')
    // A locale that is not installed, as a secure shell may send it.
    vi.stubEnv('LC_ALL', 'xx_XX.UTF-8')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { url } = await shop.start()
    const { pid } = await shop.postmaster()
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1')
    expect(environment).toMatch(/(^|\0)PATH=/)
    expect(environment).toContain('LANG=C.UTF-8')
    expect(environment).toContain('TZ=Europe/Berlin')
    expect(environment).not.toMatch(/secret-of-the-shop|LC_/)

    await query(url, `create table environment (line text)`)
    await query(url, `copy environment from program 'env'`)
    const lines = (await query(url, 'select line from environment order by line')).map(String)
    // PostgreSQL, pg_ctl and the shell set the others. PostgreSQL takes LC_* from its own settings.
    const own = /^(PG\w*|PWD|OLDPWD|SHLVL|_|LC_(?!ALL)\w+=C$)/
    const passed = lines.filter((line) => !own.test(line)).map((line) => line.split('=')[0])
    expect(passed).toEqual(['LANG', 'PATH', 'TZ'])
    expect(lines.join()).not.toContain('PGPASSWORD')
  },
)

// @holds asvs 16.2.5
test('the log of the embedded database omits the values of a refused statement @long', async () => {
  const { url } = await shop.start()
  await query(url, 'create table sent (key text constraint sent_once unique)')
  const send = () => query(url, `insert into sent values ('jane.doe@customer.test')`)
  await send()
  await expect(send()).rejects.toThrow('sent_once')
  const logged = await readFile(path.join(shop.home, 'postgres.log'), 'utf8')
  expect(logged).toContain('sent_once')
  expect(logged).not.toContain('jane')
})

test('closing the embedded server stops PostgreSQL @long', async () => {
  const server = await shop.start()
  expect(await shop.isRunning()).toBe(true)
  await shop.close(server)
  expect(await shop.isRunning()).toBe(false)
})

test('the next start joins the running PostgreSQL and its data after a kill -9 of Stockie', async () => {
  const { child, url } = await serveInChild()
  await query(url, 'create table kept as select 42 as answer')
  const before = await shop.postmaster()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await shop.start()
  expect(await query(next.url, 'select answer from kept')).toEqual([42])
  // The new process joined the orphaned server, and stops it at the end.
  expect((await shop.postmaster()).pid).toBe(before.pid)
  await shop.close(next)
  expect(await shop.isRunning()).toBe(false)
})

test('the next start has all the data after a kill -9 of Stockie and PostgreSQL together @long', async () => {
  const { child, url } = await serveInChild()
  await query(url, 'create table kept as select 42 as answer')
  const { pid } = await shop.postmaster()
  child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  const next = await shop.start()
  expect(await query(next.url, 'select answer from kept')).toEqual([42])
})

// @holds asvs 13.3.2
test('the start after a crash joins no program that took the port, and sends it no password @long', async () => {
  await shop.close(await shop.start())
  const { databasePassword } = JSON.parse(
    await readFile(path.join(shop.home, 'secrets.json'), 'utf8'),
  )
  const fake = await openFakeServer('cleartext')
  // The pid file of a killed server. Its pid belongs to another process, which still runs.
  const data = path.join(shop.home, 'postgres')
  await writeFile(
    path.join(data, 'postmaster.pid'),
    `${process.pid}\n${data}\n1700000000\n${fake.port}\n\n127.0.0.1\n 0 0\nready\n`,
  )
  const next = await shop.start()
  expect(new URL(next.url).port).not.toBe(String(fake.port))
  expect(await query(next.url, 'select 1')).toEqual([1])
  expect(fake.received).toContain('startup')
  expect(fake.text()).not.toContain(databasePassword)
})

test('the embedded server restarts on the same port after PostgreSQL alone was killed', async () => {
  // A port that no other test's server takes during the restart.
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

test('a second start on the same folder fails and names the folder @long', async () => {
  await shop.start()
  await expect(shop.start()).rejects.toThrow(`Stockie already runs from ${shop.home}`)
})

test('exactly one of several simultaneous first starts serves @long', async () => {
  const results = await Promise.allSettled([shop.start(), shop.start(), shop.start()])
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(reasons.map((reason: Error) => reason.message)).toEqual([
    expect.stringContaining('already runs'),
    expect.stringContaining('already runs'),
  ])
})

test('a command shares the server with a running shop, and the last process stops it @long', async () => {
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

test('closing an embedded server twice does not stop it for other processes @long', async () => {
  await shop.start()
  const { pid } = await shop.postmaster()
  const command = await shop.start({ serving: false })
  await Promise.all([shop.close(command), command.close()])
  await command.close()
  expect((await shop.postmaster()).pid).toBe(pid)
  expect(isProcessAlive(pid)).toBe(true)
})

// @holds decision 2.5
test('the embedded server takes the first free port from 5432 up @long', async () => {
  const server = await shop.start()
  const taken = Number(new URL(server.url).port)
  expect(taken).toBeGreaterThanOrEqual(5432)
  shop.home = path.join(shop.folder, 'second')
  const second = Number(new URL((await shop.start()).url).port)
  expect(second).toBeGreaterThanOrEqual(5432)
  // Not "greater": another test's server may have freed a port in between.
  expect(second).not.toBe(taken)
  // A range that no other test uses.
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
test('the start names the configured database port if it is taken', async () => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(shop.start({ port })).rejects.toThrow(`Port ${port} for the database is taken`)
  server.close()
})

test('the embedded server never starts if DATABASE_URL is set', async () => {
  const url = 'postgresql://somebody@db.example.test/shop'
  const database = await openDatabase(
    { DATABASE_URL: url, STOCKIE_HOME: shop.home },
    { serving: true },
  )
  expect(database.url).toBe(url)
  await database.close()
  await expect(stat(shop.home)).rejects.toThrow('ENOENT')
})
