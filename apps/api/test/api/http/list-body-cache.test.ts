import { createServer } from 'node:http'
import { apiRoot } from '@stockie/contracts'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListQuery } from '#src/database/sql/list-reader'
import { createApiRouter } from '#src/http/api-router'
import { createAccounts } from '#src/http/authentication'
import type { Fail } from '#src/http/problem'
import { createListAnswerer, listEndpoint } from '#src/http/list-endpoints'
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

/** Every reading of it leaves a trace. */
const traced: ListQuery = {
  name: 'traced',
  text: `select nextval('built') as number`,
  count: `select 70 + nextval('counted')`,
  sources: ['customers'],
}
/** A process of its own, so to speak, which keeps nothing of what the others have read. */
const serve = (timeZone: string) => {
  const answerList = createListAnswerer({ pool: api.pool, timeZone })
  const fail: Fail = (error, _asked, answer) => answer.writeHead(500).end(String(error))
  const router = createApiRouter({
    endpoints: [listEndpoint(answerList, { path: 'traced', list: () => traced })],
    accounts: createAccounts(api),
    fail,
  })
  return (etag = '') =>
    request(createServer((asked, answer) => void router(asked, answer)))
      .get(`${apiRoot}/traced`)
      .set({ Authorization: `Bearer ${shop.token}`, 'If-None-Match': etag })
}
const traces = async () => {
  const { rows } = await api.pool.query(
    'select built.last_value as built, counted.last_value as counted from built, counted',
  )
  return rows[0]
}

test('a list is built and counted once for as long as it holds, whoever asks, and then anew', async () => {
  const ask = serve('UTC')
  const first = await ask().expect(200)
  expect(first.body).toEqual([{ number: 1 }])
  expect(first.headers['x-total-count']).toBe('71')
  const etag = String(first.headers.etag)
  // Some proxies pass a weak tag on as a strong one.
  for (const known of [etag, etag.replace('W/', '')]) {
    const same = await ask(known).expect(304)
    expect(same.text).toBe('')
    expect(same.headers['x-total-count']).toBeUndefined()
    await serve('UTC')(known).expect(304)
  }
  const kept = await ask().expect(200)
  expect(kept.body).toEqual(first.body)
  expect(kept.headers).toMatchObject({ etag, 'x-total-count': '71' })
  expect(await traces()).toEqual({ built: 1, counted: 1 })
  await api.pool.query(`insert into customers (name) values ('Ada')`)
  const after = await ask(etag).expect(200)
  expect(after.body).toEqual([{ number: 2 }])
  expect(after.headers.etag).not.toBe(etag)
})

test('a list has another ETag in another time zone, where its days are others', async () => {
  const etag = String((await serve('UTC')()).headers.etag)
  const there = await serve('Asia/Kolkata')(etag)
  expect(there.status).toBe(200)
  expect(there.headers.etag).not.toBe(etag)
})
