import { afterAll, beforeAll, expect, test } from 'vitest'
import { purchaseKind, saleKind, type DocumentKind } from './documents'
import { startSecondApi } from './second-api'
import { readShop } from './summed-anew'
import { startTestApi, type TestApi } from './test-api'
import { openTestShop, type TestShop } from './test-shop'

let api: TestApi
let second: Awaited<ReturnType<typeof startSecondApi>>
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  second = await startSecondApi(api)
  shop = await openTestShop(api)
})
afterAll(async () => {
  await second.stop()
  await api.stop()
})

const random = (from: number, to: number) => from + Math.floor(Math.random() * (to - from + 1))
const days = Array.from({ length: 92 }, (_, index) =>
  new Date(Date.UTC(2026, 8, 16 + index)).toISOString().slice(0, 10),
)
const randomDay = () => days[random(0, days.length - 1)] ?? ''

/** One write through one of the two APIs; it answers the status and, where one was made, the id. */
type Write = (send: TestApi['call']) => Promise<{ status: number; body: unknown }>

const made = { sales: new Array<number>(), purchases: new Array<number>(), expenses: [1] }

function someIds(path: keyof typeof made): number[] {
  const ids = made[path]
  return Array.from({ length: random(1, 5) }, () => ids[random(0, ids.length - 1)] ?? 1)
}

function recordOne(kind: DocumentKind): Write {
  return async (send) => {
    const lines = Array.from({ length: random(1, 4) }, () => ({
      productId: shop.products[random(0, 2)] ?? 0,
      price: random(1, 20),
      quantity: random(1, 9),
    }))
    const body = kind.body(shop, lines, { [kind.date]: randomDay() })
    const discount = kind === saleKind ? random(0, 9999) / 100 : 0
    const totalAmount =
      Math.max(0, Math.round(Number(body['totalAmount']) * 100 - discount * 100)) / 100
    const discounted = kind === saleKind ? { ...body, discount, totalAmount } : body
    const answer = await send(`/${kind.path}`, { token: shop.token, body: discounted })
    made[kind.path].push(Object(answer.body)[kind.id])
    return answer
  }
}

const spend: Write = async (send) => {
  const body = { name: 'Rent', amount: random(1, 500), expenseCategoryId: 1 }
  const answer = await send('/expenses', { token: shop.token, body })
  made.expenses.push(Object(answer.body).id)
  return answer
}

const changeMany =
  (path: keyof typeof made, method: 'DELETE' | 'POST'): Write =>
  (send) =>
    send(`/${path}/${method === 'DELETE' ? 'bulk' : 'restore'}`, {
      token: shop.token,
      method,
      body: { ids: someIds(path) },
    })

const writes: Write[] = [
  recordOne(saleKind),
  recordOne(saleKind),
  recordOne(saleKind),
  recordOne(purchaseKind),
  spend,
  ...(['sales', 'purchases', 'expenses'] as const).flatMap((path) => [
    changeMany(path, 'DELETE'),
    changeMany(path, 'POST'),
  ]),
]

async function revisionOf(path: string, known = ''): Promise<{ status: number; tag: string }> {
  const { status, headers: answered } = await second.call(path, {
    token: shop.token,
    headers: { 'if-none-match': known },
  })
  return { status, tag: answered.get('etag') ?? '' }
}

test('after thousands of writes by eight at once every total is what the rows add up to', async () => {
  await api.pool.query(`insert into expense_categories (name) values ('Rent')`)
  const statuses = new Map<number, number>()
  async function work(writesEach: number): Promise<void> {
    for (let index = 0; index < writesEach; index += 1) {
      const write = writes[random(0, writes.length - 1)] ?? spend
      const send = index % 2 === 0 ? api.call : second.call
      const { status } = await write(send)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 8 }, () => work(300)))
  expect(new Set(statuses.keys())).toEqual(new Set([200, 201]))

  const summed = await readShop(api.pool)
  const ranges = [
    {},
    ...['2026-09-30', '2026-10-01', '2026-11-15'].flatMap((day) => [
      { startDate: day },
      { endDate: day },
      { startDate: day, endDate: day },
    ]),
    { startDate: '2026-10-01', endDate: '2026-10-31' },
    { startDate: '2026-10-01', endDate: '2026-11-30' },
    ...Array.from({ length: 12 }, () => {
      const [startDate = '', endDate = ''] = [randomDay(), randomDay()].toSorted()
      return { startDate, endDate }
    }),
  ]
  for (const range of ranges) {
    const query = new URLSearchParams(range).toString()
    const [profit, products] = await Promise.all(
      ['/reports/profit-summary', '/products/summary'].map(async (path) => {
        const { body } = await api.call(`${path}?${query}`, { token: shop.token })
        return body
      }),
    )
    expect({ query, profit }).toEqual({ query, profit: summed.profit(range) })
    expect({ query, products }).toMatchObject({ query, products: summed.byProduct(range) })
  }
  await shop.stock()
  // Rows were folded meanwhile: far fewer are left than there were writes.
  const { rows } = await api.pool.query<{ posted: number; left: number }>(
    'select sum(count) as posted, count(*) as left from changes',
  )
  expect(rows[0]?.posted).toBeGreaterThan(2400)
  expect(rows[0]?.left).toBeLessThan((rows[0]?.posted ?? 0) / 2)
})

test('what one API has written no other one answers with a 304', async () => {
  async function work(): Promise<void> {
    const kind = random(0, 1) === 0 ? saleKind : purchaseKind
    for (let index = 0; index < 25; index += 1) {
      const paths = ['/reports/profit-summary', '/products/summary', '/deleted', `/${kind.path}`]
      const before = await Promise.all(paths.map((path) => revisionOf(path)))
      const { status } = await recordOne(kind)(api.call)
      expect(status).toBe(201)
      const after = await Promise.all(
        paths.map((path, which) => revisionOf(path, before[which]?.tag)),
      )
      expect(after.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    }
  }
  await Promise.all([work(), work(), work(), work()])
})

const sumOf = async () => {
  const { rows } = await api.pool.query<{ count: number; amount: number }>(
    `select sum(count) as count, sum(amount) as amount from changes
     where source = 'sales' and day = '2020-02-29'`,
  )
  return rows[0]
}
const post = `insert into changes (source, day, amount) values ('sales', '2020-02-29', 10)`
/** Its id is one of those that fold their source and day. */
const fold = (nth: number) =>
  `insert into changes (id, source, day, amount)
   select id, 'sales', '2020-02-29', 10 from generate_series(1000000000, 1000010000) as id
   where hashint8(id) % 250 = 0 order by id limit 1 offset ${nth}`

test('folding while writes are in flight neither waits for them nor loses any', async () => {
  for (let index = 0; index < 5; index += 1) await api.pool.query(post)
  const [writer, folder] = [await api.pool.connect(), await api.pool.connect()]
  try {
    await writer.query(`begin; ${post}`)
    // The writer's row is not seen by the fold, and is there afterwards.
    await folder.query(fold(1))
    expect(await sumOf()).toEqual({ count: 6, amount: 60 })
    await writer.query('commit')
    expect(await sumOf()).toEqual({ count: 7, amount: 70 })

    // Two folds at once: the second leaves the first what it holds.
    await folder.query(`begin; ${fold(2)}`)
    await writer.query(`set lock_timeout = '1ms'; ${post}; ${fold(3)}`)
    expect(await sumOf()).toEqual({ count: 9, amount: 90 })
    await folder.query('commit')
    expect(await sumOf()).toEqual({ count: 10, amount: 100 })

    // A fold that is rolled back has taken nothing away.
    await folder.query(`begin; ${fold(4)}; rollback`)
    expect(await sumOf()).toEqual({ count: 10, amount: 100 })
    await api.pool.query(fold(5))
    const { rowCount } = await api.pool.query(
      `select from changes where source = 'sales' and day = '2020-02-29'`,
    )
    expect(rowCount).toBe(1)
    expect(await sumOf()).toEqual({ count: 11, amount: 110 })
  } finally {
    await writer.query(`set lock_timeout = '5s'`)
    writer.release()
    folder.release()
  }
})

test('a fold leaves one row of each day of its source, also of days that are long over', async () => {
  await api.pool.query(
    `insert into changes (source, day, amount)
     select 'sales', date '2018-01-01' + n % 100, 1 from generate_series(1, 1000) as n`,
  )
  await api.pool.query(fold(6))
  const { rows } = await api.pool.query(
    `select count(*) as left, count(distinct day) as days, sum(count) as count, sum(amount) as amount
     from changes where source = 'sales' and day between '2018-01-01' and '2018-12-31'`,
  )
  expect(rows).toEqual([{ left: 100, days: 100, count: 1000, amount: 1000 }])
})

test('sources that are written in turn are both folded', async () => {
  await api.pool.query(`
    do $$ begin
      for turn in 1..4000 loop
        insert into changes (source, day) values ('sales', '2019-01-01');
        insert into changes (source, day) values ('purchases', '2019-01-01');
      end loop;
    end $$`)
  const { rows } = await api.pool.query<{ source: string; left: number; posted: number }>(
    `select source, count(*) as left, sum(count) as posted from changes where day = '2019-01-01'
     group by source`,
  )
  expect(rows).toHaveLength(2)
  for (const { posted, left } of rows) {
    expect(posted).toBe(4000)
    expect(left).toBeLessThan(4000)
  }
})
