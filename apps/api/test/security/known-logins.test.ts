import { seed } from '@stockie/prisma/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDemoForTrial } from '#src/modules/users/known-logins'
import { withClient } from '#test/support/database/database-server'
import { startTestApi, type TestApi } from '#test/support/test-api'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi()
  await withClient(api.databaseUrl, (client) => seed(client, { profile: 'e2e', timeZone: 'UTC' }))
  const { rows } = await api.pool.query<{ version: number }>(
    'select token_version as version from users where id = 1',
  )
  token = api.tokens.sign({ userId: 1, version: rows[0]?.version ?? 0 })
})
afterAll(() => api.stop())

/** The accounts that the owner is told about, who has the public password too. */
async function listKnown(): Promise<string[]> {
  const { status, body } = await api.call('/users/known-logins', { token })
  expect(status).toBe(200)
  return (body as { email: string }[]).map(({ email }) => email)
}

const all = ['owner', 'manager', 'cashier', 'blocked'].map((name) => `${name}@stockie.test`)

// @holds asvs 6.3.2
test('an owner with the public password is told so after the first record', async () => {
  expect(await listKnown()).toEqual([])
  const body = { name: 'Ada Fashola' }
  const headers = { 'idempotency-key': '6f1c1a52-0000-4000-8000-000000000001' }
  expect((await api.call('/customers', { token, body, headers })).status).toBe(201)
  expect(await listKnown()).toEqual(all)
  // Someone asked for the demo.
  expect(await isDemoForTrial(api.pool, true)).toBe(true)
})

// @holds asvs 6.3.2
test('an owner with the public password is told so after an edited stock, also without a key', async () => {
  await api.pool.query('delete from idempotency_records')
  expect(await listKnown()).toEqual([])
  const products = await api.call('/products', { token })
  const [product] = products.body as Record<string, unknown>[]
  const { name, description, price, cost, stock, categoryId } = Object(product)
  const body = { name, description, price, cost, stock: Number(stock) + 1, categoryId }
  const path = `/products/${String(product?.['id'])}`
  expect((await api.call(path, { method: 'PUT', token, body })).status).toBe(200)
  expect(await listKnown()).toEqual(all)
})
