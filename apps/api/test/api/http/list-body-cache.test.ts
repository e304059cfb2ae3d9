import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot } from '@stockie/contracts'
import { pino } from 'pino'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListQuery } from '#src/database/sql/list-query'
import { createApiRouter } from '#src/http/api-router'
import { createAccounts } from '#src/http/authentication'
import { createSendError } from '#src/http/problem'
import { createMemory } from '#src/http/endpoints/list-etag-cache'
import { createListAnswerer, listEndpoint } from '#src/http/endpoints/list-endpoints'
import { createListMemory } from '#src/http/endpoints/list-memory'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  await api.pool.query('create sequence built; create sequence counted')
})
afterAll(() => api.stop())

/** Two sequences count how often the list is built and counted. */
const tracedList: ListQuery = {
  name: 'traced',
  text: `select nextval('built') as number`,
  count: `select 70 + nextval('counted')`,
  sources: ['customers'],
}
/** Takes so long that others come meanwhile. */
const slowList: ListQuery = {
  name: 'slow',
  text: `select nextval('built')::int as number, (select count(*)::int from customers) as customers
    from pg_sleep(0.4)`,
  sources: ['customers'],
}
/** Serves a list with its own empty cache, like another process, and returns a reader for it. */
const startReader = (timeZone: string, list = tracedList, memory = createMemory()) => {
  const answerList = createListAnswerer({ pool: api.pool, timeZone, memory })
  const sendError = createSendError(pino({ level: 'silent' }))
  const router = createApiRouter({
    endpoints: [listEndpoint(answerList, { path: 'traced', list: () => list })],
    accounts: createAccounts({ ...api, activity: { note: () => {} } }),
    sendError,
    audit: api.audit,
  })
  return (etag = '', token = shop.token) =>
    request(createServer((incoming, response) => void router(incoming, response)))
      .get(`${apiRoot}/traced`)
      .set({ Authorization: `Bearer ${token}`, 'If-None-Match': etag })
}
const readCounts = async () => {
  const { rows } = await api.pool.query(
    'select built.last_value as built, counted.last_value as counted from built, counted',
  )
  return rows[0]
}

test('a list is built and counted once for all requests until its source changes', async () => {
  const readList = startReader('UTC')
  const first = await readList().expect(200)
  expect(first.body).toEqual([{ number: 1 }])
  expect(first.headers['x-total-count']).toBe('71')
  const etag = String(first.headers.etag)
  // Some proxies pass a weak tag on as a strong one.
  for (const known of [etag, etag.replace('W/', '')]) {
    const same = await readList(known).expect(304)
    expect(same.text).toBe('')
    expect(same.headers['x-total-count']).toBeUndefined()
    await startReader('UTC')(known).expect(304)
  }
  const cached = await readList().expect(200)
  expect(cached.body).toEqual(first.body)
  expect(cached.headers).toMatchObject({ etag, 'x-total-count': '71' })
  expect(await readCounts()).toEqual({ built: 1, counted: 1 })
  await api.pool.query(`insert into customers (name) values ('Ada')`)
  const after = await readList(etag).expect(200)
  expect(after.body).toEqual([{ number: 2 }])
  expect(after.headers.etag).not.toBe(etag)
})

test('a list has another ETag in another time zone', async () => {
  const etag = String((await startReader('UTC')()).headers.etag)
  const elsewhere = await startReader('Asia/Kolkata')(etag)
  expect(elsewhere.status).toBe(200)
  expect(elsewhere.headers.etag).not.toBe(etag)
})

test('callers who come while a list is read share one read that begins after that', async () => {
  const readList = startReader('UTC', slowList)
  const { built } = await readCounts()
  const first = readList().then(({ body }) => body)
  await wait(150)
  const insert = () => api.pool.query(`insert into customers (name) values ('Grace')`)
  await insert()
  const others = await Promise.all(Array.from({ length: 8 }, () => readList().expect(200)))
  const [before] = await first
  for (const { body } of others) {
    expect(body).toEqual([{ number: built + 2, customers: before.customers + 1 }])
  }
})

test('a caller who shares a read is authorized, and gets 304 for what it has', async () => {
  const readList = startReader('UTC', slowList)
  const insert = () => api.pool.query(`insert into customers (name) values ('Hedy')`)
  const etag = String((await readList().expect(200)).headers.etag)
  const guest = await createUser(api.pool)
  const asGuest = () => readList('', api.tokens.sign({ userId: guest.id, version: 0 }))
  await insert()
  const first = readList().then(({ status }) => status)
  await wait(150)
  // It waits for the next read, which it then makes for all that wait.
  const ofAll = readList(etag).then(({ headers }) => headers['etag'])
  await wait(50)
  const allowed = asGuest().then(({ status }) => status)
  await wait(50)
  await api.pool.query('update users set token_version = 1 where id = $1', [guest.id])
  await asGuest().expect(401)
  expect([await first, await allowed]).toEqual([200, 200])
  const latest = String(await ofAll)
  expect(latest).not.toBe(etag)
  const last = readList().then(({ status }) => status)
  await readList(latest).expect(304)
  expect(await last).toBe(200)
})

test('if the caller who reads for all has signed out, another one reads @long', async () => {
  const readList = startReader('UTC', slowList)
  const insert = () => api.pool.query(`insert into customers (name) values ('Mary')`)
  const guest = await createUser(api.pool)
  await insert()
  const first = readList().then(({ status }) => status)
  await wait(150)
  await insert()
  const ofAll = readList('', api.tokens.sign({ userId: guest.id, version: 0 }))
  const signedOut = ofAll.then(({ status }) => status)
  await wait(50)
  const others = [readList(), readList()].map((asked) => asked.then(({ status }) => status))
  await wait(50)
  await api.pool.query('update users set token_version = 1 where id = $1', [guest.id])
  expect([await first, await signedOut, ...(await Promise.all(others))]).toEqual([
    200, 401, 200, 200,
  ])
})

test('an account without memory for lists holds up no other account @long', async () => {
  const short = createListMemory({ total: 100_000_000, perAccount: 20_000_000, waitMs: 1_500 })
  const readList = startReader('UTC', slowList, { ...createMemory(), short })
  const guest = await createUser(api.pool)
  const token = api.tokens.sign({ userId: guest.id, version: 0 })
  short.hold({}, guest.id, 20_000_000)
  const order: string[] = []
  const asked = async (name: string, as?: string) => {
    const { status } = await readList('', as)
    order.push(`${name} ${status}`)
  }
  await Promise.all([asked('guest', token), asked('first'), asked('second')])
  expect(order).toEqual(['first 200', 'second 200', 'guest 503'])
})

test('callers who wait for the list of a record that goes away meanwhile all get 404 @long', async () => {
  const { rows } = await api.pool.query(`insert into customers (name) values ('Joan') returning id`)
  const exists = `exists (select from customers where id = ${rows[0].id} and name = 'Joan')`
  const readList = startReader('UTC', {
    ...slowList,
    name: 'parent',
    parent: { kind: 'customer', exists },
  })
  const change = () => api.pool.query(`insert into customers (name) values ('Kay')`)
  const first = readList().then(({ status }) => status)
  await wait(150)
  await change()
  const others = [readList(), readList(), readList()].map((asked) =>
    asked.then(({ status }) => status),
  )
  await wait(100)
  await api.pool.query(`update customers set name = 'Gone' where id = ${rows[0].id}`)
  expect([await first, ...(await Promise.all(others))]).toEqual([200, 404, 404, 404])
})
