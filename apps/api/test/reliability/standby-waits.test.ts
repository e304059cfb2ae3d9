import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '#src/database/pool/connect'
import { withDeadline } from '#src/database/pool/deadline-pool'
import { StandbyWaitError, WatchdogClient } from '#src/database/pool/watchdog-client'
import { openDatabaseProxy } from '#test/support/database/database-proxy'
import {
  openReplicatedServer,
  type ReplicatedServer,
} from '#test/support/replication/replicated-server'
import { saleKind } from '#test/support/document-kinds'
import { createImportClient } from '#test/support/import-client'
import { type Answer, call, startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'
import { createRecord, send } from '#test/support/writes/write-cases'

let server: ReplicatedServer
let api: TestApi
let shop: TestShop
beforeAll(async () => {
  server = await openReplicatedServer()
  api = await startTestApi({ database: server.database })
  shop = await openTestShop(api)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.restoreStandby()
})
afterAll(() => api.stop())

const waits =
  '503, 5: The database waits for its standby, and your change waits with it. It may be saved later. Press the button again, or send the request again with the same Idempotency-Key: it is saved only once. Without a key, look first.'
const isBusy = '503, 1: The database is busy.'

function outcomeOf({ status, headers, body }: Answer): string {
  if (status < 500) return String(status)
  return `${status}, ${headers.get('retry-after')}: ${(body as { detail: string }).detail}`
}

const outcomesOf = async (answers: readonly Promise<Answer>[]) =>
  (await Promise.all(answers)).map(outcomeOf).toSorted()

const reads = ['/products', '/sales', '/customers', '/users', '/shop', '/reports/profit-summary']
const read = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    api.call(reads[index % reads.length] ?? '', { token: shop.token }),
  )
const readiness = () => call(`${api.url}/readyz`)

/** Waits until every connection is idle again. */
async function expectNothingLeft(): Promise<void> {
  await vi.waitFor(() => {
    expect(api.pool.standbyWaitCount).toBe(0)
    expect(api.pool.queuedCount).toBe(0)
    expect(api.pool.idleCount).toBe(api.pool.totalCount)
  }, 10_000)
}

test('while commits wait for their standby, writes get 503 and reads go on, and a retry gets the first answer @long', async () => {
  const { categoryId } = shop
  const products: number[] = []
  for (let index = 0; index < 12; index += 1) {
    const box = { name: `Box ${index}`, price: 2, cost: 1, stock: 5, categoryId }
    products.push(await createRecord(api, shop, '/products', box))
  }
  const sell = (productId: number) =>
    send(api, shop, 'POST', '/sales', saleKind.body(shop, [{ productId, price: 2 }]), {
      'idempotency-key': `box-${productId}`,
    })
  await server.loseStandby()
  const selling = products.map(sell)
  expect(await outcomesOf([...read(20), readiness()])).toEqual(Array(21).fill('200'))
  // Two of the ten connections are for reads.
  expect(await outcomesOf(selling)).toEqual([...Array(4).fill(isBusy), ...Array(8).fill(waits)])
  expect(await outcomesOf([...read(20), readiness()])).toEqual(Array(21).fill('200'))
  expect(await outcomesOf(products.map(sell))).toEqual(Array(12).fill(isBusy))
  expect(await outcomesOf([...read(20), readiness()])).toEqual(Array(21).fill('200'))
  // None was cancelled.
  expect([await server.countWaits(), api.pool.standbyWaitCount]).toEqual([8, 8])
  expect(api.pool.totalCount).toBeLessThanOrEqual(10)

  await server.restoreStandby()
  await expectNothingLeft()
  expect(await outcomesOf(products.map(sell))).toEqual(Array(12).fill('201'))
  expect((await api.call('/sales', { token: shop.token })).body).toHaveLength(12)
  const stock = await shop.stock()
  for (const id of products) expect(stock[id]).toBe(4)
})

type ProbeAfter = (this: WatchdogClient, milliseconds: number) => void

test('a transaction whose commit waits for its standby gets 503, takes effect once, and is never begun again @long', async () => {
  const { token } = shop
  const ids = [
    await createRecord(api, shop, '/suppliers', { name: 'Ann' }),
    await createRecord(api, shop, '/suppliers', { name: 'Bob' }),
  ]
  const user = await createUser(api.pool, 3)
  const headers = { 'idempotency-key': 'standby' }
  const create = () => send(api, shop, 'POST', '/customers', { name: 'Cleo' }, headers)
  const remove = () => send(api, shop, 'DELETE', '/suppliers/bulk', { ids })
  const promote = () => send(api, shop, 'PUT', `/users/${user.id}`, { ...user, role: 2 })
  const imports = createImportClient(api, token)
  const { id } = await imports.upload('customers', 'Name\nDora\nEve\n')
  await imports.preview(id)
  // An import may wait for a lock longer than a request.
  const probeAfter: ProbeAfter = Reflect.get(WatchdogClient.prototype, 'probeAfter')
  const probeSooner: ProbeAfter = function probeSooner(milliseconds) {
    probeAfter.call(this, Math.min(milliseconds, 2_500))
  }
  vi.spyOn(WatchdogClient.prototype, 'probeAfter').mockImplementation(probeSooner)
  const { pool, close } = connect(server.database.url)
  // The import waits for its records while the standby goes away.
  const blocker = await pool.connect()
  await blocker.query('begin; lock table customers in share mode')
  expect((await imports.start(id, 'commit')).status).toBe(202)
  const countBlocked = async (locktype: string) => {
    const sql = 'select from pg_locks where not granted and locktype = $1'
    return (await api.pool.query(sql, [locktype])).rowCount
  }
  await vi.waitFor(async () => expect(await countBlocked('relation')).toBe(1), 10_000)
  await server.loseStandby()
  await blocker.query('rollback')
  blocker.release()
  await close()
  await vi.waitFor(async () => expect(await server.countWaits()).toBe(1), 10_000)
  expect(await outcomesOf([create(), remove(), promote()])).toEqual([waits, waits, waits])
  await vi.waitFor(() => expect(api.pool.standbyWaitCount).toBe(4), 30_000)
  expect(await server.countWaits()).toBe(4)
  // Enough time for another attempt, which would wait for the lock of the first one.
  await wait(300)
  expect(await countBlocked('advisory')).toBe(0)
  expect((await imports.find(id)).state).toBe('committing')

  await server.restoreStandby()
  await expectNothingLeft()
  expect(await imports.settled(id)).toMatchObject({ state: 'committed', done: 2 })
  expect(outcomeOf(await create())).toBe('201')
  const names = async (path: string) =>
    ((await api.call(path, { token })).body as { name: string }[]).map(({ name }) => name)
  expect((await names('/customers')).toSorted()).toEqual(['Ada Fashola', 'Cleo', 'Dora', 'Eve'])
  expect(await names('/suppliers')).toEqual(['Harbour Paper Ltd'])
  const { rows } = await api.pool.query('select role from users where id = $1', [user.id])
  expect(rows).toEqual([{ role: 2 }])
})

test('a list fails lost work without a wait for the standby @long', async () => {
  const { token, user } = shop
  const imports = createImportClient(api, token)
  const { id } = await imports.upload('customers', 'Name\nFay\n')
  await imports.preview(id)
  const lost = `now() - interval '1 hour'`
  await api.pool.query(`update imports set state = 'committing', seen_at = ${lost} where id = $1`, [
    id,
  ])
  await api.pool.query(
    `insert into backup_jobs (requested_by, state, seen_at) values ($1, 'running', ${lost})`,
    [user.id],
  )
  await server.loseStandby()
  for (const path of ['/imports', '/backups/jobs']) {
    const { status, body } = await api.call(path, { token })
    const [newest] = body as { state: string }[]
    expect([path, status, newest?.state]).toEqual([path, 200, 'failed'])
  }
  expect(await server.countWaits()).toBe(0)
})

const write = 'insert into probes default values'

test('a pool closes although commits wait for their standby, and cancels none of them @long', async () => {
  const { pool, close } = connect(server.database.url)
  await pool.query('select 1')
  await server.loseStandby()
  await expect(pool.query(write)).rejects.toBeInstanceOf(StandbyWaitError)
  // The watchdog has not seen the second commit yet.
  const late = Promise.allSettled([pool.query(write)])
  await vi.waitFor(async () => expect(await server.countWaits()).toBe(2), 10_000)
  await close()
  expect((await late)[0].status).toBe('rejected')
  expect([pool.totalCount, await server.countWaits()]).toEqual([0, 2])
})

test('a transaction whose commit waits for its standby sends nothing more, and its connection closes at the answer @long', async () => {
  const { pool, close } = connect(server.database.url, { max: 1 })
  await pool.query('select 1')
  await server.loseStandby()
  const client = await pool.connect()
  await client.query(`begin; ${write}`)
  await expect(client.query('commit')).rejects.toBeInstanceOf(StandbyWaitError)
  await expect(client.query('rollback')).rejects.toThrow('not queryable')
  client.release()
  const next = withDeadline(performance.now() + 10_000, () => pool.query('select 1'))
  expect([pool.totalCount, pool.idleCount, pool.queuedCount]).toEqual([1, 0, 1])
  await server.restoreStandby()
  expect((await next).rowCount).toBe(1)
  await close()
})

test('the pool gives up a commit that waits for its standby if the server can be reached no longer @long', async () => {
  const proxy = await openDatabaseProxy(server.database.url)
  const { pool, close } = connect(proxy.url, { probeIntervalMs: 1_000 })
  await server.loseStandby()
  await expect(pool.query(write)).rejects.toBeInstanceOf(StandbyWaitError)
  proxy.freeze()
  await vi.waitFor(() => expect(pool.totalCount).toBe(0), 10_000)
  expect([pool.standbyWaitCount, await server.countWaits()]).toEqual([0, 1])
  await close()
  await proxy.disconnect()
})
