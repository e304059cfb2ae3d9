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
/** The six orders of three lines. The clients take turns using them. */
const orders = [
  [0, 1, 2],
  [2, 1, 0],
  [1, 0, 2],
  [2, 0, 1],
  [0, 2, 1],
  [1, 2, 0],
] as const

function shuffledBody(kind: DocumentKind, client: number) {
  const order = orders[client % orders.length] ?? orders[0]
  const lines = order.map((index) => ({ productId: shop.products[index], quantity: index + 1 }))
  return kind.body(shop, lines)
}

const stockAfter = (times: number) =>
  Object.fromEntries(shop.products.map((id, index) => [id, 100 + times * (index + 1)]))

// @holds asvs 2.3.4
test('50 clients sell the same three products in any order, and the stock is exact', async () => {
  const salesPerClient = 8
  const statuses = await Promise.all(
    clients.map(async (client) => {
      const seen = []
      for (let n = 0; n < salesPerClient; n += 1) {
        seen.push((await send('/sales', shuffledBody(saleKind, client + n))).status)
      }
      return seen
    }),
  )
  expect(new Set(statuses.flat())).toEqual(new Set([201]))
  expect(await shop.stock()).toEqual(stockAfter(-clients.length * salesPerClient))
  expect(await countDeadlocks()).toBe(0)
})

test('simultaneous sales, purchases, deletions and restores cause no deadlock', async () => {
  const ids = clients.map((client) => client + 1)
  for (const kind of documentKinds) {
    await Promise.all(clients.map((client) => send(`/${kind.path}`, shuffledBody(kind, client))))
  }
  // Few enough that they can all wait for each other within the deadline, also on a slow machine.
  const someIds = ids.slice(0, 15)
  const reversed = someIds.toReversed()
  const answers = await Promise.all(
    clients.map((client) => {
      if (client % 5 === 0) return send('/sales', shuffledBody(saleKind, client))
      if (client % 5 === 1) return send('/purchases', shuffledBody(purchaseKind, client))
      const path = client % 2 === 0 ? '/sales' : '/purchases'
      const body = { ids: client % 3 === 0 ? someIds : reversed }
      return client % 5 === 2 ? send(`${path}/restore`, body) : send(`${path}/bulk`, body, 'DELETE')
    }),
  )
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  for (const kind of documentKinds) {
    await send(`/${kind.path}/restore`, { ids })
    expect((await send(`/${kind.path}`)).body).toHaveLength(clients.length + clients.length / 5)
  }
  expect(await shop.stock()).toEqual(stockAfter(0))
  expect(await countDeadlocks()).toBe(0)
})

test.each(documentKinds)(
  'bulk requests lock $path in one order, regardless of the order of the ids @long',
  async (kind) => {
    const ids = clients.slice(0, 12).map((client) => client + 1)
    for (const client of ids) await send(`/${kind.path}`, shuffledBody(kind, client))
    // Each call locks the documents before the locked one, then waits for it or for an earlier one.
    const locked = `select from ${kind.path} where id = 6 for update`
    // The fewest calls that can deadlock. All queue before the first deadline, also on a slow machine.
    const lists = [2, 4, 6].map((turn) => ({ ids: [...ids.slice(turn), ...ids.slice(0, turn)] }))
    const deletions = lists.map((body) => () => send(`/${kind.path}/bulk`, body, 'DELETE'))
    const restorations = lists.map((body) => () => send(`/${kind.path}/restore`, body))
    for (const calls of [deletions, restorations]) {
      const answers = await queueBehindLock(api.pool, locked, calls)
      const counts = answers.map(({ body }) => Object(body).count)
      expect(counts).toEqual([12, 0, 0])
    }
    expect(await countDeadlocks()).toBe(0)
  },
)

/** Counts the deadlocks. Ends the other sessions first, because they report at their end. */
async function countDeadlocks(): Promise<number | undefined> {
  await api.pool.query('select pg_stat_force_next_flush()')
  const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await api.pool.query(`select pg_terminate_backend(pid, 5000) ${others}`)
  const { rows } = await api.pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks
}
