import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { asRead } from '#src/database/pool/deadline-pool'
import { saleKind } from '#test/support/document-kinds'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { watchLatency } from '#test/support/database/database-server'
import { writeCases } from '#test/support/writes/write-cases'

let api: TestApi
let shop: TestShop
let blocker: pg.Client
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  // A separate client, outside of the proxy and the pool.
  blocker = new pg.Client({ connectionString: api.databaseUrl })
  await blocker.connect()
})
afterEach(() => blocker.query('rollback'))
afterAll(async () => {
  await blocker.end()
  await api.stop()
})

type Call = () => Promise<Answer>

const reads = ['/products', '/customers', '/sales?page=1', '/reports/profit-summary', '/deleted']
const sell = (key: string = randomUUID()) =>
  api.call('/sales', {
    token: shop.token,
    headers: { 'Idempotency-Key': key },
    body: saleKind.body(
      shop,
      shop.products.map((productId) => ({ productId })),
    ),
  })
const verify = () => api.call('/auth/verify', { method: 'POST', token: shop.token })
const logIn = () =>
  api.call('/auth/login', { body: { email: shop.user.email, password: 'not the password' } })
const read = (path: string) => () => api.call(path, { token: shop.token })

/** Makes all calls at once, checks that none exceeds the 3-second deadline, and returns the outcomes. */
async function callAll(calls: readonly Call[]): Promise<string[]> {
  const start = performance.now()
  const stopWatching = watchLatency(api.databaseUrl)
  let longest = 0
  const outcomes = await Promise.all(
    calls.map(async (call) => {
      const { status, headers, body } = await call()
      longest = performance.now() - start
      if (status < 500) return String(status)
      expect(headers.get('content-type')).toContain('application/problem+json')
      return `${status}, ${headers.get('retry-after')}: ${(body as { detail: string }).detail}`
    }),
  )
  // The watchdog first probes a waiting backend and then ends it: each may be as late as the watch saw.
  const allowedLateness = 2 * (await stopWatching())
  expect(longest).toBeLessThan(3_000 + allowedLateness)
  return outcomes
}

const busyAnswer = '503, 1: The database is busy.'
const distinct = (outcomes: string[]) => [...new Set(outcomes)]

/** Waits until no request waits for a connection and all backends of the pool are idle. */
async function expectNothingLeft(): Promise<void> {
  await vi.waitFor(async () => {
    expect(api.pool.queuedCount).toBe(0)
    expect(api.pool.idleCount).toBe(api.pool.totalCount)
    const { rows } = await blocker.query(
      `select state, query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
         and backend_type = 'client backend'`,
    )
    expect(rows).toEqual([])
  }, 10_000)
}

test('all writes get 503 within 3 seconds while their tables are locked, and succeed afterwards', async () => {
  const calls: Call[] = []
  for (const { prepare } of writeCases) calls.push(await prepare(api, shop))
  await blocker.query(
    `begin; lock table customers, suppliers, categories, expense_categories, expenses, products,
      sales, purchases in exclusive mode`,
  )
  expect(distinct(await callAll(calls))).toEqual([busyAnswer])
  expect(distinct(await callAll([verify, ...reads.map(read)]))).toEqual(['200'])
  await blocker.query('rollback')
  await expectNothingLeft()
  for (const call of calls) expect((await call()).status).toBeLessThan(300)
  await shop.stock()
})

test('40 simultaneous sales get 503 within 3 seconds while their products are locked @long', async () => {
  const stock = await shop.stock()
  await blocker.query(`begin; select from products for update`)
  expect(distinct(await callAll(Array.from({ length: 40 }, () => sell)))).toEqual([busyAnswer])
  await blocker.query('rollback')
  await expectNothingLeft()
  expect(await shop.stock()).toEqual(stock)
  expect((await sell()).status).toBe(201)
})

test('all requests get 503 within 3 seconds while the accounts are locked @long', async () => {
  const writeCalls = await Promise.all(writeCases.map(({ prepare }) => prepare(api, shop)))
  await blocker.query(`begin; lock table users, login_throttle in access exclusive mode`)
  const calls = [verify, logIn, sell, ...reads.map(read), ...writeCalls]
  expect(distinct(await callAll(calls))).toEqual([busyAnswer])
  await blocker.query('rollback')
  await expectNothingLeft()
  expect((await verify()).status).toBe(200)
})

test('a logout that waits for two locks gets 503 within 3 seconds in total @long', async () => {
  const before = await verify()
  await blocker.query(
    `begin; lock table ended_sessions in share mode; savepoint own;
     lock table users in access exclusive mode`,
  )
  const pending = callAll([() => api.call('/auth/logout', { method: 'POST', token: shop.token })])
  // Too short for the session lookup to fail, but it leaves too little time for the logout itself.
  await wait(1_400)
  await blocker.query('rollback to own')
  expect(await pending).toEqual([busyAnswer])
  await blocker.query('rollback')
  await expectNothingLeft()
  expect([before.status, (await verify()).status]).toEqual([200, 200])
})

// @holds asvs 15.1.3
test('all requests get 503 within 3 seconds while no connection is free', async () => {
  const writeCalls: Call[] = []
  for (const { prepare } of writeCases) writeCalls.push(await prepare(api, shop))
  const clients = await Promise.all(
    Array.from({ length: 10 }, () => asRead(() => api.pool.connect())),
  )
  expect(distinct(await callAll([verify, logIn, sell, ...reads.map(read), ...writeCalls]))).toEqual(
    [busyAnswer],
  )
  expect(api.pool.queuedCount).toBe(0)
  for (const client of clients) client.release()
  expect((await verify()).status).toBe(200)
})

// @holds asvs 2.4.1
test('500 simultaneous sales are recorded once each, and one that gets 503 can be sent again', async () => {
  const before = await shop.stock()
  const sentKeys = Array.from({ length: 500 }, (_, index) => `sale-${index}`)
  let keys = sentKeys
  // A slow machine records at least 100 in 3 seconds and refuses the others.
  while (keys.length > 0) {
    const sentCount = keys.length
    const answers = await Promise.all(keys.map((key) => sell(key)))
    const refused = answers.filter(({ status }) => status !== 201)
    const { rows } = await api.pool.query<{ count: number }>(
      `select count(*) from sales join idempotency_records on resource = 'sales' and document_id = id
       where key like 'sale-%'`,
    )
    keys = keys.filter((_, index) => answers[index]?.status === 503)
    expect(refused).toHaveLength(keys.length)
    expect(rows[0]?.count).toBe(sentKeys.length - keys.length)
    expect(sentCount - keys.length).toBeGreaterThanOrEqual(Math.min(100, sentCount))
  }
  const after = await shop.stock()
  for (const id of shop.products) expect(after[id]).toBe((before[id] ?? 0) - 500)
})
