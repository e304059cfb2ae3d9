import { setTimeout as wait } from 'node:timers/promises'
import { seenHeader } from '@stockie/contracts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { checkReadStandby } from '#src/cli/doctor/standby-checks'
import { primaryPositionSql } from '#src/database/sql/position'
import { withClient } from '#test/support/database/database-server'
import { openStandbyShop, restMs, type StandbyShop } from '#test/support/replication/standby-shop'
import { startTestApi } from '#test/support/test-api'
import { createRecord } from '#test/support/writes/write-cases'

let context: StandbyShop
beforeAll(async () => {
  context = await openStandbyShop()
})
afterEach(() => context.server.replay())
afterAll(() => context.stop())

test('without a standby that answers, the primary does, and the standby is asked again later', async () => {
  const { proxy, messages, read, readFromStandby } = context
  const { position } = await readFromStandby('/customers')
  await proxy.disconnect()
  messages.length = 0
  const outcomes = []
  for (let turn = 0; turn < 3; turn += 1) {
    const { status, outcome } = await read('/customers', position)
    outcomes.push(`${status} ${outcome}`)
  }
  expect(outcomes).toEqual(['200 failed', '200 away', '200 away'])
  expect(messages).toEqual(['The standby cannot be read. The primary answers its reads.'])
  await proxy.reconnect()
  await readFromStandby('/customers')
  expect(messages.at(-1)).toBe('The standby can be read again.')
})

test('a frozen standby does not keep a read from its answer @long', async () => {
  const { proxy, read, readFromStandby } = context
  const { position } = await readFromStandby('/customers')
  proxy.freeze()
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => read('/customers', position)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  proxy.resume()
  await readFromStandby('/customers')
})

test('a standby without a free connection is not waited for', async () => {
  const { standby, read, readFromStandby } = context
  const { position } = await readFromStandby('/customers')
  const connections = await Promise.all(
    [1, 2, 3].map(() => standby.connect({ seen: position, newest: position })),
  )
  expect(connections).not.toContain(undefined)
  expect(await read('/customers', position)).toMatchObject({ status: 200, outcome: 'busy' })
  for (const connection of connections) connection?.release()
  expect(await read('/customers', position)).toMatchObject({ outcome: 'answered' })
})

test('the standby of another database is not read', async () => {
  const { server, open, messages } = context
  const url = new URL(server.standbyUrl)
  url.pathname = 'postgres'
  const other = await open(url.href)
  messages.length = 0
  expect(await other.connect({ seen: '0', newest: '0' })).toBeUndefined()
  expect(other.counts).toMatchObject({ answered: 0, failed: 1 })
  expect(messages).toEqual(['The standby cannot be read. The primary answers its reads.'])
  await other.close()
})

async function findVerdicts(url?: string): Promise<string[]> {
  const { database } = context.server
  const settings = { env: { DATABASE_READ_URL: url } } as Parameters<typeof checkReadStandby>[1]
  const verdicts = await withClient(database.url, (client) =>
    checkReadStandby(client, settings).catch((error: Error) => [
      { state: 'error', found: error.message },
    ]),
  )
  return verdicts.map(({ state, found }) => `${state}: ${found}`)
}

test('the doctor finds out whether DATABASE_READ_URL leads to a standby of the shop', async () => {
  const { server, api } = context
  const { port } = new URL(server.standbyUrl)
  const place = `DATABASE_READ_URL leads to 127.0.0.1:${port}/stockie`
  const other = new URL(server.standbyUrl)
  other.pathname = 'postgres'
  expect(await findVerdicts()).toEqual([])
  expect(await findVerdicts(server.standbyUrl)).toEqual([
    expect.stringMatching(new RegExp(`^ok: ${place}, a standby that is [\\d,]+ bytes behind\\.$`)),
  ])
  expect(await findVerdicts(other.href)).toEqual([
    `error: DATABASE_READ_URL leads to 127.0.0.1:${port}/postgres, which is another database than the shop's: let it lead to a standby of DATABASE_URL.`,
  ])
  expect(await findVerdicts(server.database.url)).toEqual([
    expect.stringMatching(/^warning: DATABASE_READ_URL leads to .*, which is not a standby/),
  ])
  other.port = '1'
  expect(await findVerdicts(other.href)).toEqual([
    expect.stringMatching(
      /^error: DATABASE_READ_URL leads to 127\.0\.0\.1:1\/postgres: .*DATABASE_READ_URL/,
    ),
  ])
  await server.pause()
  await api.pool.query(
    'create table filler as select repeat(md5(n::text), 40) as text from generate_series(1, 20000) n',
  )
  expect(await findVerdicts(server.standbyUrl)).toEqual([
    expect.stringMatching(/^warning: .*, so the primary answers nearly all reads/),
  ])
})

test('a standby whose replication has stopped is asked by one read a second, until it goes on @long', async () => {
  const { server, standby, api, shop, read, readFromStandby } = context
  await server.pause()
  await createRecord(api, shop, '/customers', { name: 'Late' })
  const { position } = await read('/customers')
  const before = { ...standby.counts }
  const countAsked = () => standby.counts.behind - before.behind
  await vi.waitFor(async () => {
    expect(await read('/customers', position)).toMatchObject({ status: 200, outcome: 'away' })
  }, 10_000)
  const asked = countAsked()
  expect(asked).toBeGreaterThanOrEqual(3)
  // After the pause, one of several reads asks it.
  await vi.waitFor(async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => read('/customers', position)))
    expect(countAsked()).toBe(asked + 1)
  }, 10_000)
  expect(await read('/customers', position)).toMatchObject({ status: 200, outcome: 'away' })
  expect(standby.counts).toMatchObject({ answered: before.answered, failed: before.failed })
  await server.replay()
  await readFromStandby('/customers')
})

test('lists get 503 with Retry-After while DATABASE_URL leads to a server in recovery', async () => {
  const { server, standby, shop, readFromStandby } = context
  const { position } = await readFromStandby('/customers')
  const database = { url: server.standbyUrl, drop: async () => {} }
  const api = await startTestApi({ database, standby })
  await expect(api.pool.query(`select ${primaryPositionSql}`)).rejects.toMatchObject({
    code: '55000',
    message: 'recovery is in progress',
  })
  for (const seen of ['', position]) {
    const headers: Record<string, string> = seen ? { [seenHeader]: seen } : {}
    const {
      status,
      body,
      headers: received,
    } = await api.call('/customers', { token: shop.token, headers })
    expect({ status, body, retryAfter: received.get('retry-after') }).toMatchObject({
      status: 503,
      body: { detail: 'The database is read-only at the moment.' },
      retryAfter: '5',
    })
  }
  await api.stop()
})

test('a promoted standby is not read any more, however little the caller has seen @long', async () => {
  const { server, api, shop, read, readFromStandby } = context
  const { position } = await readFromStandby('/customers')
  await server.promote()
  await createRecord(api, shop, '/customers', { name: 'After' })
  const { status, body, position: newest } = await read('/customers')
  expect(await read('/customers', position)).toMatchObject({ status, body, outcome: 'failed' })
  await wait(restMs)
  expect(await read('/customers', newest)).toMatchObject({ status, body, outcome: 'failed' })
})
