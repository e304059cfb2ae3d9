import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  documentKinds,
  purchaseKind,
  saleKind,
  type DocumentKind,
} from '#test/support/document-kinds'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
beforeEach(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterEach(() => api.stop())

const send = (path: string, body?: unknown, method?: string): Promise<Answer> =>
  api.call(path, { token: shop.token, body, ...(method && { method }) })

const clients = Array.from({ length: 50 }, (_, client) => client)
/** The six orders of three lines, one client after the other. */
const orders = [
  [0, 1, 2],
  [2, 1, 0],
  [1, 0, 2],
  [2, 0, 1],
  [0, 2, 1],
  [1, 2, 0],
] as const

function shuffled(kind: DocumentKind, client: number) {
  const order = orders[client % orders.length] ?? orders[0]
  const lines = order.map((index) => ({ productId: shop.products[index], quantity: index + 1 }))
  return kind.body(shop, lines)
}

const stockAfter = (times: number) =>
  Object.fromEntries(shop.products.map((id, index) => [id, 100 + times * (index + 1)]))

// @holds asvs 2.3.4
test('50 clients sell the same three products in any order: all are served, stock is exact', async () => {
  const each = 8
  const statuses = await Promise.all(
    clients.map(async (client) => {
      const seen = []
      for (let n = 0; n < each; n += 1) {
        seen.push((await send('/sales', shuffled(saleKind, client + n))).status)
      }
      return seen
    }),
  )
  expect(new Set(statuses.flat())).toEqual(new Set([201]))
  expect(await shop.stock()).toEqual(stockAfter(-clients.length * each))
  expect(await deadlocks()).toBe(0)
})

test('selling, buying, deleting and restoring at once never wait in a circle', async () => {
  const ids = clients.map((client) => client + 1)
  for (const kind of documentKinds) {
    await Promise.all(clients.map((client) => send(`/${kind.path}`, shuffled(kind, client))))
  }
  // No more than all of them can wait for one another while anybody is patient, on a slow machine as well.
  const few = ids.slice(0, 15)
  const reversed = few.toReversed()
  const answers = await Promise.all(
    clients.map((client) => {
      if (client % 5 === 0) return send('/sales', shuffled(saleKind, client))
      if (client % 5 === 1) return send('/purchases', shuffled(purchaseKind, client))
      const path = client % 2 === 0 ? '/sales' : '/purchases'
      const some = { ids: client % 3 === 0 ? few : reversed }
      return client % 5 === 2 ? send(`${path}/restore`, some) : send(`${path}/bulk`, some, 'DELETE')
    }),
  )
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  for (const kind of documentKinds) {
    await send(`/${kind.path}/restore`, { ids })
    expect((await send(`/${kind.path}`)).body).toHaveLength(clients.length + clients.length / 5)
  }
  expect(await shop.stock()).toEqual(stockAfter(0))
  expect(await deadlocks()).toBe(0)
})

test.each(documentKinds)('$path are held in one order, whichever is asked for', async (kind) => {
  const ids = clients.slice(0, 12).map((client) => client + 1)
  for (const client of ids) await send(`/${kind.path}`, shuffled(kind, client))
  // Each takes what comes before the one that is held, and waits for it or for one before it.
  const held = `select from ${kind.path} where id = 6 for update`
  // As few as make a circle: all of them are in line before the first one's patience ends, on a slow machine as well.
  const lists = [2, 4, 6].map((turn) => ({ ids: [...ids.slice(turn), ...ids.slice(0, turn)] }))
  const deletions = lists.map((some) => () => send(`/${kind.path}/bulk`, some, 'DELETE'))
  const restorations = lists.map((some) => () => send(`/${kind.path}/restore`, some))
  for (const calls of [deletions, restorations]) {
    const answers = await queueBehindLock(api.pool, held, calls)
    expect(answers.map(({ body }) => body)).toEqual([{ count: 12 }, { count: 0 }, { count: 0 }])
  }
  expect(await deadlocks()).toBe(0)
})

/** Sessions report what they met when they end. */
async function deadlocks(): Promise<number | undefined> {
  await api.pool.query('select pg_stat_force_next_flush()')
  const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await api.pool.query(`select pg_terminate_backend(pid, 5000) ${others}`)
  const { rows } = await api.pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks
}
