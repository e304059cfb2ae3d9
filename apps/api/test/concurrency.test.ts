import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { documentKinds, purchaseKind, saleKind, type DocumentKind } from './documents'
import { startTestApi, type Answer, type TestApi } from './test-api'
import { openTestShop, type TestShop } from './test-shop'

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
  const reversed = ids.toReversed()
  const answers = await Promise.all(
    clients.map((client) => {
      if (client % 5 === 0) return send('/sales', shuffled(saleKind, client))
      if (client % 5 === 1) return send('/purchases', shuffled(purchaseKind, client))
      const path = client % 2 === 0 ? '/sales' : '/purchases'
      const some = { ids: client % 3 === 0 ? ids : reversed }
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

describe.each(['40P01', '40001'])('a race that PostgreSQL ends with %s', (code) => {
  test.each(documentKinds)('is run again, and $path count once', async (kind) => {
    for (const write of await writesOf(kind)) {
      await loseRaces(code, 5)
      const answer = await write()
      expect(answer.status).toBeLessThan(300)
    }
    expect(await shop.stock()).toEqual(stockAfter(kind.sign * 2))
  })

  test.each(documentKinds)('and lasts is 503 for $path, and changes nothing', async (kind) => {
    const documents = () => api.pool.query(`select * from ${kind.path} order by id`)
    for (const write of await writesOf(kind)) {
      const [before, stock] = [await documents(), await shop.stock()]
      await loseRaces(code, 1000)
      const answer = await write()
      expect(answer).toMatchObject({ status: 503, body: { detail: 'The database is busy.' } })
      expect(answer.headers.get('retry-after')).toBe('1')
      expect((await documents()).rows).toEqual(before.rows)
      expect(await shop.stock()).toEqual(stock)
      await loseRaces(code, 0)
      expect((await write()).status).toBeLessThan(300)
    }
  })
})

/** Recording, deleting, restoring, and deleting one of two, in an order in which each has its effect. */
async function writesOf(kind: DocumentKind): Promise<(() => Promise<Answer>)[]> {
  const { path } = kind
  await send(`/${path}`, shuffled(kind, 0))
  return [
    () => send(`/${path}`, shuffled(kind, 1)),
    () => send(`/${path}/bulk`, { ids: [1] }, 'DELETE'),
    () => send(`/${path}/restore`, { ids: [1] }),
    () => send(`/${path}/1`, undefined, 'DELETE'),
    () => send(`/${path}/restore`, { ids: [1] }),
  ]
}

/** The next movements lose their race, as many times as told. A sequence counts on where work is undone. */
async function loseRaces(code: string, times: number): Promise<void> {
  await api.pool.query(`
    create sequence if not exists races;
    alter sequence races restart;
    create or replace function lose_race() returns trigger language plpgsql as $$
    begin
      if nextval('races') <= ${times} then raise exception 'lost' using errcode = '${code}'; end if;
      return null;
    end $$;
    create or replace trigger lose_race after insert on stock_movements
      for each statement execute function lose_race()`)
}

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
