import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, startTestApi, type Answer, type TestApi } from './test-api'
import { createUser, password } from './test-users'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const cacheControl = ({ headers }: Answer) => headers.get('cache-control')

test('no cache keeps what is read, also not where the reader has it still', async () => {
  const { id } = await createUser(api.pool)
  const token = api.tokens.sign({ userId: id, version: 0 })
  const read = await api.call('/customers', { token })
  expect([read.status, cacheControl(read)]).toEqual([200, 'no-store'])
  const headers = { 'if-none-match': String(read.headers.get('etag')) }
  const known = await api.call('/customers', { token, headers })
  expect([known.status, cacheControl(known)]).toEqual([304, 'no-store'])
  expect(cacheControl(await api.call('/openapi.json'))).toBe('no-store')
})

test('no cache keeps a token, nor a refusal', async () => {
  const { email } = await createUser(api.pool)
  const login = await api.call('/auth/login', { body: { email, password } })
  expect(login.status).toBe(200)
  expect(cacheControl(login)).toBe('no-store')
  expect(cacheControl(await api.call('/auth/login', { body: {} }))).toBe('no-store')
  expect(cacheControl(await api.call('/nothing'))).toBe('no-store')
})

test('there is one way to write the address of a call, whose headers are those of the API', async () => {
  const answer = await call(`${api.url}/API/v1/openapi.json`)
  expect([answer.status, cacheControl(answer)]).toEqual([404, 'no-store'])
})
