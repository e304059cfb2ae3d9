import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type Answer, type TestApi } from './test-api'
import { createUser, password } from './test-users'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const cacheControl = ({ headers }: Answer) => headers.get('cache-control')

test('what is read may be kept by the browser of its reader, who asks again before each use', async () => {
  const answer = await api.call('/openapi.json')
  expect(answer.status).toBe(200)
  expect(cacheControl(answer)).toBe('private, no-cache')
  expect(answer.headers.get('vary')).toContain('Authorization')
})

test('no cache keeps a token, nor a refusal', async () => {
  const { email } = await createUser(api.pool)
  const login = await api.call('/auth/login', { body: { email, password } })
  expect(login.status).toBe(200)
  expect(cacheControl(login)).toBe('no-store')
  expect(cacheControl(await api.call('/auth/login', { body: {} }))).toBe('no-store')
  expect(cacheControl(await api.call('/nothing'))).toBe('no-store')
})
