import { createServer } from 'node:http'
import { apiRoot } from '@stockie/contracts'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListQuery } from '#src/database/sql/list-reader'
import { createApiRouter } from '#src/http/api-router'
import { createAccounts } from '#src/http/authentication'
import type { SendError } from '#src/http/problem'
import { createListAnswerer, listEndpoint } from '#src/http/endpoints/list-endpoints'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

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
/** Serves the list with its own empty cache, like another process, and returns a reader for it. */
const startReader = (timeZone: string) => {
  const answerList = createListAnswerer({ pool: api.pool, timeZone })
  const sendError: SendError = (error, _request, response) =>
    response.writeHead(500).end(String(error))
  const router = createApiRouter({
    endpoints: [listEndpoint(answerList, { path: 'traced', list: () => tracedList })],
    accounts: createAccounts({ ...api, activity: { note: () => {} } }),
    sendError,
    audit: api.audit,
  })
  return (etag = '') =>
    request(createServer((incoming, response) => void router(incoming, response)))
      .get(`${apiRoot}/traced`)
      .set({ Authorization: `Bearer ${shop.token}`, 'If-None-Match': etag })
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
