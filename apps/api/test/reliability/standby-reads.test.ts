import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { seenHeader } from '@stockie/contracts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openStandbyShop, type StandbyShop } from '#test/support/replication/standby-shop'
import { createUser } from '#test/support/test-users'
import { createRecord } from '#test/support/writes/write-cases'

let context: StandbyShop
beforeAll(async () => {
  context = await openStandbyShop()
})
afterEach(() => context.server.replay())
afterAll(() => context.stop())

const lists = [
  '/products',
  '/sales',
  '/products/1/history',
  '/products/summary?startDate=2026-01-01&endDate=2026-12-31',
  '/reports/profit-summary',
  '/reports/daily?startDate=2026-01-01&endDate=2026-12-31',
]

test.each(lists)('the standby answers GET %s as the primary does', async (path) => {
  const { read, readFromStandby } = context
  const fromPrimary = await read(path)
  expect(fromPrimary).toMatchObject({ status: 200, outcome: undefined })
  expect(fromPrimary.position).toMatch(/^[\dA-F]{24}$/)
  const fromStandby = await readFromStandby(path)
  expect(fromStandby.body).toEqual(fromPrimary.body)
  expect(fromStandby.position >= fromPrimary.position).toBe(true)
})

test('a read without a position, or with something else, comes from the primary', async () => {
  const { read } = context
  for (const seen of [undefined, '0', 'A'.repeat(23), `${'A'.repeat(24)}, ${'A'.repeat(24)}`]) {
    expect(await read('/customers', seen)).toMatchObject({ status: 200, outcome: undefined })
  }
})

test('a standby that is behind what the caller has seen leaves the answer to the primary', async () => {
  const { server, api, shop, read, readFromStandby } = context
  const before = await readFromStandby('/customers')
  await server.pause()
  await createRecord(api, shop, '/customers', { name: 'Behind' })
  expect(await read('/customers', before.position)).toMatchObject({
    body: before.body,
    outcome: 'answered',
  })
  const after = await read('/customers')
  expect(after.body).toContainEqual(expect.objectContaining({ name: 'Behind' }))
  expect(await read('/customers', after.position)).toMatchObject({
    body: after.body,
    outcome: 'behind',
  })
  await server.replay()
  expect((await readFromStandby('/customers')).body).toEqual(after.body)
})

test('each server has its own ETags, and the standby answers 304 to its own', async () => {
  const { api, shop, readFromStandby } = context
  const { position } = await readFromStandby('/customers')
  const ask = (tag: string) =>
    api.call('/customers', {
      token: shop.token,
      headers: { [seenHeader]: position, 'if-none-match': tag },
    })
  const tag = (await ask('"none"')).headers.get('etag') ?? ''
  const again = await ask(tag)
  expect(again.status).toBe(304)
  expect(`${again.headers.get(seenHeader)}` >= position).toBe(true)
  const fromPrimary = await api.call('/customers', {
    token: shop.token,
    headers: { 'if-none-match': tag },
  })
  expect(fromPrimary.status).toBe(200)
})

test('a session that has ended, and a role that has changed, count at once', async () => {
  const { server, api, read, readFromStandby } = context
  const cashier = await createUser(api.pool, 3)
  const token = api.tokens.sign({ userId: cashier.id, version: 0 })
  const { position } = await readFromStandby('/customers')
  await vi.waitFor(async () => {
    expect(await read('/customers', position, token)).toMatchObject({ outcome: 'answered' })
  }, 10_000)
  await server.pause()
  await api.pool.query('update users set role = 4 where id = $1', [cashier.id])
  expect(await read('/customers', position, token)).toMatchObject({ status: 403 })
  await api.pool.query('update users set token_version = 1 where id = $1', [cashier.id])
  for (const path of ['/customers', '/reports/profit-summary']) {
    expect(await read(path, position, token)).toMatchObject({ status: 401, outcome: undefined })
  }
})

test('a new session reads at once what the standby does not know yet', async () => {
  const { server, api, shop, read, readFromStandby } = context
  const { position } = await readFromStandby('/customers')
  await server.pause()
  const cashier = await createUser(api.pool, 3)
  const token = api.tokens.sign({ userId: cashier.id, version: 0 })
  const id = await createRecord(api, shop, '/suppliers', { name: 'New' })
  expect(await read('/customers', position, token)).toMatchObject({ status: 200 })
  expect(await read(`/suppliers/${id}/history`, position)).toMatchObject({ status: 200 })
})

test('GET /changes and reports as of an earlier moment come from the primary', async () => {
  const { read, readFromStandby } = context
  const { position } = await readFromStandby('/customers')
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  for (const path of ['/changes', `/reports/profit-summary?asOf=${yesterday}`]) {
    expect(await read(path, position)).toMatchObject({ status: 200, outcome: undefined })
  }
})

test('while writers write, no answer is older than one that the same client has seen @long', async () => {
  const { server, standby, api, shop, read } = context
  await server.delay(15)
  let isOver = false
  const write = async () => {
    while (!isOver) {
      await createRecord(api, shop, '/categories', { name: randomUUID() })
      await wait(5)
    }
  }
  const readOften = async () => {
    let [seen, count, own] = ['', 0, 0]
    for (let turn = 0; turn < 60; turn += 1) {
      if (turn % 6 === 5) {
        own = await createRecord(api, shop, '/categories', { name: randomUUID() })
        seen = ''
      }
      const { body, position } = await read('/categories', seen)
      const rows = body as { id: number }[]
      expect(rows.length).toBeGreaterThanOrEqual(count)
      expect([0, ...rows.map(({ id }) => id)]).toContain(own)
      count = rows.length
      if (position > seen) seen = position
      // Longer and shorter than the standby takes.
      await wait(turn % 5 === 0 ? 30 : 0)
    }
  }
  const { answered } = standby.counts
  const writing = write()
  try {
    await Promise.all([readOften(), readOften()])
  } finally {
    isOver = true
    await writing
    await server.delay(0)
  }
  expect(standby.counts.answered).toBeGreaterThan(answered)
})
