import { once } from 'node:events'
import net from 'node:net'
import { freePort } from '#test/support/built-program'
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabaseProxy } from '#test/support/database/database-proxy'
import { openFakePooler } from '#test/support/database/fake-pooler'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { StartError } from '#src/errors'
import { connect } from './connect'
import { connectClient } from './single-client'

let primary: TestDatabase
/** A database whose server reports at the login that it cannot be written to. */
let readOnlyDatabase: TestDatabase
beforeEach(async () => {
  primary = await createTestDatabase()
  readOnlyDatabase = await createTestDatabase()
  await setReadOnly(readOnlyDatabase, 'on')
})
afterEach(async () => {
  await primary.drop()
  await readOnlyDatabase.drop()
})

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1)

async function setReadOnly(database: TestDatabase, state: 'on' | 'off'): Promise<void> {
  await withClient(inject('databaseServerUrl'), (client) =>
    client.query(`alter database ${nameOf(database)} set default_transaction_read_only = ${state}`),
  )
}

/** The address of the primary with these servers. */
function addressOf(servers: string[], target = 'read-write'): string {
  const url = new URL(primary.url)
  url.searchParams.set('target_session_attrs', target)
  return url.href.replace(url.host, servers.join(','))
}

const hostOf = (url: string) => new URL(url).host

/** A server that accepts connections and says nothing, like a machine behind a dead network. */
async function openSilentServer(): Promise<string> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const open: net.Socket[] = []
  server.on('connection', (socket) => open.push(socket))
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The silent server has no port.')
  return `127.0.0.1:${address.port}`
}

async function readDatabaseName(url: string): Promise<string> {
  const { pool, close } = connect(url)
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  await close()
  return rows[0]?.name ?? ''
}

test('a connection passes over a server that is down and one that cannot be written to', async () => {
  const down = `127.0.0.1:${await freePort()}`
  const standby = await openFakePooler(primary.url, { database: nameOf(readOnlyDatabase) })
  const url = addressOf([down, hostOf(standby), hostOf(primary.url)])
  expect(await readDatabaseName(url)).toBe(nameOf(primary))
  const client = await connectClient(url)
  expect((await client.query('select current_database() as name')).rows).toEqual([
    { name: nameOf(primary) },
  ])
  await client.end()
})

test('the pool finds the third server within its shortest wait if the first two are silent @long', async () => {
  const url = addressOf([await openSilentServer(), await openSilentServer(), hostOf(primary.url)])
  expect(await readDatabaseName(url)).toBe(nameOf(primary))
})

test('any server will do without target_session_attrs, the first that answers @long', async () => {
  const standby = await openFakePooler(primary.url, { database: nameOf(readOnlyDatabase) })
  const url = addressOf([hostOf(standby), hostOf(primary.url)], 'any')
  expect(await readDatabaseName(url)).toBe(nameOf(readOnlyDatabase))
})

test('an address whose servers cannot be written to says so @long', async () => {
  const standby = await openFakePooler(primary.url, { database: nameOf(readOnlyDatabase) })
  const down = `127.0.0.1:${await freePort()}`
  const url = addressOf([down, hostOf(standby)])
  const failure: unknown = await connectClient(url).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  expect(failure).toHaveProperty('code', '08001')
  expect(String(failure)).toContain('No server in DATABASE_URL can be written to')
})

test('a wrong password of several servers is told as such @long', async () => {
  const url = addressOf([`127.0.0.1:${await freePort()}`, hostOf(primary.url)])
  const wrong = url.replace(/:[^:@]*@/, ':wrong@')
  await expect(connectClient(wrong)).rejects.toMatchObject({ code: '28P01' })
})

test('a failover leaves the session of the former primary after one refused write @long', async () => {
  const former = await openFakePooler(primary.url)
  const next = await openFakePooler(primary.url, { database: nameOf(readOnlyDatabase) })
  const { pool, close } = connect(addressOf([hostOf(former), hostOf(next)]), { max: 1 })
  const write = `insert into categories (name) values ('Tea')`
  await pool.query(write)
  await setReadOnly(primary, 'on')
  await setReadOnly(readOnlyDatabase, 'off')
  await pool.query('set default_transaction_read_only to on')

  const client = await pool.connect()
  await client.query('begin')
  await expect(client.query(write)).rejects.toMatchObject({ code: '25006' })
  client.release()
  await pool.query(write)
  const { rows } = await pool.query('select current_database() as name')
  expect(rows).toEqual([{ name: nameOf(readOnlyDatabase) }])
  await close()
})

test('a connection tries the server that worked last before the others @long', async () => {
  const first = await openDatabaseProxy(primary.url)
  onTestFinished(() => first.disconnect())
  const second = await openFakePooler(primary.url, { database: nameOf(readOnlyDatabase) })
  const url = addressOf([hostOf(first.url), hostOf(second)], 'any')
  expect(await readDatabaseName(url)).toBe(nameOf(primary))
  await first.disconnect()
  expect(await readDatabaseName(url)).toBe(nameOf(readOnlyDatabase))
  await first.reconnect()
  expect(await readDatabaseName(url)).toBe(nameOf(readOnlyDatabase))
})

test('a search for a server ends when the wait for a connection does @long', async () => {
  const url = addressOf([await openSilentServer(), await openSilentServer()])
  const { pool, close } = connect(url)
  await expect(pool.query('select 1')).rejects.toThrow('connection timeout')
  expect(pool.totalCount).toBe(0)
  await close()
})
