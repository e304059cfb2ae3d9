import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { foldOften } from '#test/support/database/test-database'
import { type DocumentKind, purchaseKind, saleKind } from '#test/support/document-kinds'
import { startSecondApi, startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { recomputeReports } from './recomputed-reports'
import { watchReports } from './report-watcher'

let api: TestApi
let second: Awaited<ReturnType<typeof startSecondApi>>
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  second = await startSecondApi(api)
  shop = await openTestShop(api)
  await foldOften(api.pool)
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

/** A write through one of the two APIs. The body holds the id if a record was created. */
type Write = (send: TestApi['call']) => Promise<{ status: number; body: unknown }>

const createdIds = {
  sales: new Array<number>(),
  purchases: new Array<number>(),
  returns: new Array<number>(),
  expenses: [1],
}
/** The lines of each sale, for returns. */
const soldLines = new Map<number, { id: number }[]>()

function pickIds(path: keyof typeof createdIds): number[] {
  const ids = createdIds[path]
  return Array.from({ length: random(1, 5) }, () => ids[random(0, ids.length - 1)] ?? 1)
}

function recordRandom(kind: DocumentKind): Write {
  return async (send) => {
    const lines = Array.from({ length: random(1, 4) }, () => ({
      productId: shop.products[random(0, 2)] ?? 0,
      price: random(1, 20),
      quantity: random(1, 9),
    }))
    const body = kind.body(shop, lines, { [kind.dateField]: randomDay() })
    const discount = kind === saleKind ? random(0, 9999) / 100 : 0
    const totalAmount =
      Math.max(0, Math.round(Number(body['totalAmount']) * 100 - discount * 100)) / 100
    const discounted = kind === saleKind ? { ...body, discount, totalAmount } : body
    const answer = await send(`/${kind.path}`, { token: shop.token, body: discounted })
    const id: number = Object(answer.body)[kind.idField]
    createdIds[kind.path].push(id)
    if (kind === saleKind) soldLines.set(id, Object(answer.body).saleDetails)
    return answer
  }
}

/** Most are refused, because their items were returned before. */
const takeBack: Write = async (send) => {
  const [saleId = 0] = pickIds('sales')
  const lines = (soldLines.get(saleId) ?? [])
    .filter(() => random(0, 1) === 0)
    .map(({ id }) => ({ saleDetailId: id, quantity: random(1, 3), restock: random(0, 3) > 0 }))
  if (lines.length === 0) return recordRandom(saleKind)(send)
  const body = { returnDate: randomDay(), lines }
  const answer = await send(`/sales/${saleId}/returns`, { token: shop.token, body })
  if (answer.status === 201) createdIds.returns.push(Object(answer.body).id)
  return answer
}

/** A sale as an older program recorded it: without costs. */
const sellWithoutCost: Write = async () => {
  const [productId, price, quantity] = [shop.products[random(0, 2)], random(1, 20), random(1, 9)]
  await api.pool.query(
    `with sale as (
       insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
       values ($1, $2, 'Ada', $4, $4, $3) returning id
     ), line as (
       insert into sale_lines (sale_id, product_id, product_name, price, quantity, total)
       select id, $5, 'Tea', $6, $7, $4 from sale
     )
     insert into stock_movements (product_id, delta, reason, sale_id, user_id)
     select $5, -$7::integer, 'sale', id, $3 from sale`,
    [randomDay(), shop.customerId, shop.user.id, price * quantity, productId, price, quantity],
  )
  return { status: 201, body: null }
}

const changeCost: Write = async (send) => {
  const { token, products, categoryId } = shop
  const id = products[random(0, 2)]
  // An equal base stock moves nothing.
  const stock = { stock: 0, baseStock: 0 }
  const body = { name: `Product ${id}`, price: 5, cost: random(1, 20), categoryId, ...stock }
  return send(`/products/${id}`, { token, method: 'PUT', body })
}

const spend: Write = async (send) => {
  const body = { name: 'Rent', amount: random(1, 500), expenseCategoryId: 1 }
  const answer = await send('/expenses', { token: shop.token, body })
  createdIds.expenses.push(Object(answer.body).id)
  return answer
}

const changeMany =
  (path: keyof typeof createdIds, method: 'DELETE' | 'POST'): Write =>
  (send) =>
    send(`/${path}/${method === 'DELETE' ? 'bulk' : 'restore'}`, {
      token: shop.token,
      method,
      body: { ids: pickIds(path) },
    })

const writes: Write[] = [
  recordRandom(saleKind),
  recordRandom(saleKind),
  recordRandom(saleKind),
  recordRandom(purchaseKind),
  spend,
  takeBack,
  takeBack,
  sellWithoutCost,
  changeCost,
  ...(['sales', 'purchases', 'returns', 'expenses'] as const).flatMap((path) => [
    changeMany(path, 'DELETE'),
    changeMany(path, 'POST'),
  ]),
]

async function readEtag(path: string, known = ''): Promise<{ status: number; tag: string }> {
  const { status, headers: answered } = await second.call(path, {
    token: shop.token,
    headers: { 'if-none-match': known },
  })
  return { status, tag: answered.get('etag') ?? '' }
}

test('every total is the sum of its rows after 1,200 writes by eight simultaneous clients, and reports as of a moment do not change', async () => {
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
  let isOver = false
  const get = (path: string) => second.call(path, { token: shop.token })
  const watching = watchReports(api.databaseUrl, get, () => isOver)
  try {
    await Promise.all(Array.from({ length: 8 }, () => work(150)))
  } finally {
    isOver = true
  }
  const { differences, remembered } = await watching
  expect(differences).toEqual([])
  expect(remembered.length).toBeGreaterThan(20)
  for (const { path, body } of remembered) {
    expect({ path, body: (await get(path)).body }).toEqual({ path, body })
  }
  // A return of what is gone or was returned before is refused.
  const refusals = [404, 409, 422]
  const others = [...statuses.keys()].filter((status) => !refusals.includes(status))
  expect(new Set(others)).toEqual(new Set([200, 201]))
  expect(createdIds.returns.length).toBeGreaterThan(25)

  const recomputed = await recomputeReports(api.pool)
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
    const [profit, daily, breakdown, margin, products] = await Promise.all(
      [
        '/reports/profit-summary',
        '/reports/daily',
        '/reports/sales-breakdown',
        '/reports/margin',
        '/products/summary',
      ].map(async (path) => {
        const { body } = await api.call(`${path}?${query}`, { token: shop.token })
        return body
      }),
    )
    expect({ query, profit }).toEqual({ query, profit: recomputed.profit(range) })
    expect({ query, daily }).toEqual({ query, daily: recomputed.byDay(range) })
    expect({ query, breakdown }).toEqual({ query, breakdown: recomputed.breakdown(range) })
    expect({ query, margin }).toEqual({ query, margin: recomputed.margin(range) })
    expect({ query, products }).toMatchObject({ query, products: recomputed.byProduct(range) })
  }
  const { rows: costs } = await api.pool.query<{ cost: number | null }>(
    'select distinct cost from sale_lines where product_id = $1',
    [shop.products[0]],
  )
  expect(costs).toContainEqual({ cost: null })
  expect(costs.length).toBeGreaterThan(5)
  await shop.stock()
  expect(await withClient(api.databaseProxy.url, (client) => readBrokenInvariants(client))).toEqual(
    [],
  )
  // Changes were folded meanwhile, so far fewer rows are left than there were writes.
  const { rows } = await api.pool.query<{ posted: number; left: number }>(
    'select sum(count) as posted, count(*) as left from changes',
  )
  expect(rows[0]?.posted).toBeGreaterThan(1200)
  expect(rows[0]?.left).toBeLessThan((rows[0]?.posted ?? 0) / 2)
}, 300_000)

test('an API answers no 304 after a write through another API @long', async () => {
  async function work(): Promise<void> {
    const kind = random(0, 1) === 0 ? saleKind : purchaseKind
    for (let index = 0; index < 25; index += 1) {
      const paths = ['/reports/daily', '/products/summary', '/deleted', `/${kind.path}`]
      const before = await Promise.all(paths.map((path) => readEtag(path)))
      const { status } = await recordRandom(kind)(api.call)
      expect(status).toBe(201)
      const after = await Promise.all(
        paths.map((path, which) => readEtag(path, before[which]?.tag)),
      )
      expect(after.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    }
  }
  await Promise.all([work(), work(), work(), work()])
})
