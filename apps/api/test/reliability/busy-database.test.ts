import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { saleKind } from '#test/support/document-kinds'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { watchLatency } from '#test/support/database/database-server'
import { writeCases } from '#test/support/write-cases'

let api: TestApi
let shop: TestShop
let other: pg.Client
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  // Somebody at a console of their own: not over the line, and not in the pool.
  other = new pg.Client({ connectionString: api.databaseUrl })
  await other.connect()
})
afterEach(() => other.query('rollback'))
afterAll(async () => {
  await other.end()
  await api.stop()
})

type Call = () => Promise<Answer>

const reads = ['/products', '/customers', '/sales?page=1', '/reports/profit-summary', '/deleted']
const sell = () =>
  api.call('/sales', {
    token: shop.token,
    body: saleKind.body(
      shop,
      shop.products.map((productId) => ({ productId })),
    ),
  })
const verify = () => api.call('/auth/verify', { method: 'POST', token: shop.token })
const logIn = () =>
  api.call('/auth/login', { body: { email: shop.user.email, password: 'not the password' } })
const read = (path: string) => () => api.call(path, { token: shop.token })

/** What each came to, and that none took longer than whoever waits for it is promised. */
async function callAll(calls: readonly Call[]): Promise<string[]> {
  const begun = performance.now()
  const endOfWatch = watchLatency(api.databaseUrl)
  let longest = 0
  const outcomes = await Promise.all(
    calls.map(async (call) => {
      const { status, headers, body } = await call()
      longest = performance.now() - begun
      if (status < 500) return String(status)
      expect(headers.get('content-type')).toContain('application/problem+json')
      return `${status}, ${headers.get('retry-after')}: ${(body as { detail: string }).detail}`
    }),
  )
  // Who waits is asked about first, and then ended: each may be as late as that.
  const askedAndEnded = 2 * (await endOfWatch())
  expect(longest).toBeLessThan(3_000 + askedAndEnded)
  return outcomes
}

const busy = '503, 1: The database is busy.'
const all = (outcomes: string[]) => [...new Set(outcomes)]

/** Nobody waits for a connection, and no backend of ours holds or waits for anything. */
async function expectNothingLeft(): Promise<void> {
  await vi.waitFor(async () => {
    expect(api.pool.waitingCount).toBe(0)
    expect(api.pool.idleCount).toBe(api.pool.totalCount)
    const { rows } = await other.query(
      `select state, query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
         and backend_type = 'client backend'`,
    )
    expect(rows).toEqual([])
  }, 10_000)
}

test('while what they need is locked all writes at once are told so within 3 seconds, and done afterwards', async () => {
  const calls: Call[] = []
  for (const { prepare } of writeCases) calls.push(await prepare(api, shop))
  await other.query(
    `begin; lock table customers, suppliers, categories, expense_categories, expenses, products,
      sales, purchases in exclusive mode`,
  )
  expect(all(await callAll(calls))).toEqual([busy])
  expect(all(await callAll([verify, ...reads.map(read)]))).toEqual(['200'])
  await other.query('rollback')
  await expectNothingLeft()
  for (const call of calls) expect((await call()).status).toBeLessThan(300)
  await shop.stock()
})

test('so are 40 tills that want a product which somebody holds', async () => {
  const stock = await shop.stock()
  await other.query(`begin; select from products for update`)
  expect(all(await callAll(Array.from({ length: 40 }, () => sell)))).toEqual([busy])
  await other.query('rollback')
  await expectNothingLeft()
  expect(await shop.stock()).toEqual(stock)
  expect((await sell()).status).toBe(201)
})

test('so is everybody while nobody’s account can be looked up', async () => {
  const writing = await Promise.all(writeCases.map(({ prepare }) => prepare(api, shop)))
  await other.query(`begin; lock table users, login_throttle in access exclusive mode`)
  const calls = [verify, logIn, sell, ...reads.map(read), ...writing]
  expect(all(await callAll(calls))).toEqual([busy])
  await other.query('rollback')
  await expectNothingLeft()
  expect((await verify()).status).toBe(200)
})

test('so is whoever logs out and has to wait twice', async () => {
  const before = await verify()
  await other.query(
    `begin; lock table ended_sessions in share mode; savepoint own;
     lock table users in access exclusive mode`,
  )
  const calling = callAll([() => api.call('/auth/logout', { method: 'POST', token: shop.token })])
  // Not long enough that the look-up is given up, and what it leaves is not enough for the log-out itself.
  await wait(1_400)
  await other.query('rollback to own')
  expect(await calling).toEqual([busy])
  await other.query('rollback')
  await expectNothingLeft()
  expect([before.status, (await verify()).status]).toEqual([200, 200])
})

// @holds asvs 15.1.3
test('so is everybody while no connection is free', async () => {
  const taken = await Promise.all(Array.from({ length: 10 }, () => api.pool.connect()))
  const writing = writeCases.slice(0, 5).map(({ method, path }) => {
    return () => api.call(path.replace('{id}', '1'), { method, token: shop.token, body: {} })
  })
  expect(all(await callAll([verify, logIn, sell, ...reads.map(read), ...writing]))).toEqual([busy])
  expect(api.pool.waitingCount).toBe(0)
  for (const client of taken) client.release()
  expect((await verify()).status).toBe(200)
})

// @holds asvs 2.4.1
test('500 sales at once are a crowd and no trouble', async () => {
  const before = await shop.stock()
  const answers = await Promise.all(Array.from({ length: 500 }, sell))
  expect(all(answers.map(({ status }) => String(status)))).toEqual(['201'])
  const after = await shop.stock()
  for (const id of shop.products) expect(after[id]).toBe((before[id] ?? 0) - 500)
})
