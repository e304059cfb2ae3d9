import { parkedSales } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retryWhileBusy } from '#test/support/http-clients'
import { parkedBody } from '#test/support/writes/parked-sale-write-cases'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { markDeleted, openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser, type TestUser } from '#test/support/test-users'

let api: TestApi
let shop: TestShop
let other: TestUser
let otherToken: string
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  other = await createUser(api.pool, 3)
  otherToken = api.tokens.sign({ userId: other.id, version: 0 })
})
afterAll(() => api.stop())

const keyed = (key?: string) => (key === undefined ? {} : { headers: { 'Idempotency-Key': key } })

const park = (body: unknown, key?: string, token = shop.token) =>
  retryWhileBusy(() => api.call('/parked-sales', { token, body, ...keyed(key) }))

async function parkOne(changes: Record<string, unknown> = {}) {
  const { body, status, text } = await park(parkedBody(shop, changes))
  if (status !== 201) throw new Error(text)
  return parkedSales.row.parse(body)
}

const take = (id: number, key?: string, token = shop.token) =>
  api.call(`/parked-sales/${id}/take`, { method: 'POST', token, ...keyed(key) })

const list = async () => {
  const { body } = await api.call('/parked-sales', { token: otherToken })
  return parkedSales.row.array().parse(body)
}

const listedIds = async () => (await list()).map(({ id }) => id)

const remove = (id: number) =>
  api.call(`/parked-sales/${id}`, { method: 'DELETE', token: shop.token })

test('a parked sale keeps its customer, lines, amounts, remark and name for every till', async () => {
  const [tea, rice] = shop.products
  const answer = await park({
    name: '  Blue jacket ',
    customerId: shop.customerId,
    discount: 0.1,
    shippingFees: 0.2,
    remark: 'Gift wrap',
    saleDetails: [
      { productId: rice, price: 6, quantity: 2, total: 12 },
      { productId: tea, price: 3, quantity: 1_000_000, total: 3_000_000 },
    ],
  })
  expect(answer.status).toBe(201)
  const expected = {
    id: expect.any(Number),
    name: 'Blue jacket',
    customerId: shop.customerId,
    customerName: 'Ada Fashola',
    discount: 0.1,
    shippingFees: 0.2,
    totalAmount: 3_000_012.1,
    remark: 'Gift wrap',
    saleDetails: [
      { productId: rice, productName: 'Rice', price: 6, quantity: 2, total: 12 },
      { productId: tea, productName: 'Tea', price: 3, quantity: 1_000_000, total: 3_000_000 },
    ],
    createdAt: expect.stringMatching(/Z$/),
    createdByName: shop.user.name,
  }
  expect(answer.body).toEqual(expected)
  expect((await list())[0]).toEqual(answer.body)
  expect((await take(Number(Object(answer.body).id))).body).toEqual(answer.body)
})

test('the newest parked sale is the first of the list', async () => {
  const [first, second] = [await parkOne(), await parkOne({ name: null })]
  expect((await listedIds()).slice(0, 2)).toEqual([second.id, first.id])
})

test.each([
  ['only a customer', { saleDetails: [] }, 201],
  ['only a product', { customerId: undefined }, 201],
  ['neither a customer nor a product', { customerId: null, saleDetails: [] }, 422],
])('a sale with %s is answered %3$s', async (_, changes, status) => {
  const answer = await park(parkedBody(shop, changes))
  expect(answer.status).toBe(status)
  if (status === 201) return
  expect(answer.body).toMatchObject({
    detail: 'Choose a customer or add a product to park the sale.',
    errors: [{ path: 'saleDetails' }],
  })
})

test('two lines of one product and unknown records are refused at their fields', async () => {
  const [tea] = shop.products
  const line = { productId: tea, price: 3, quantity: 1, total: 3 }
  const twice = await park(parkedBody(shop, { saleDetails: [line, line] }))
  expect(twice.body).toMatchObject({
    status: 422,
    errors: [
      { path: 'saleDetails.1.productId', message: 'A parked sale has one line for each product' },
    ],
  })
  const unknown = { customerId: 9999, saleDetails: [line, { ...line, productId: 9999 }] }
  expect((await park(parkedBody(shop, unknown))).body).toMatchObject({
    status: 422,
    errors: [{ path: 'customerId' }, { path: 'saleDetails.1.productId' }],
  })
})

test('a sale with a deleted customer and a deleted product can be parked and resumed', async () => {
  const { products, customerId, user } = await openTestShop(api)
  await api.pool.query(markDeleted('products', products[0], user.id))
  await api.pool.query(markDeleted('customers', customerId, user.id))
  const line = { productId: products[0], price: 3, quantity: 1, total: 3 }
  const { id } = await parkOne({ customerId, saleDetails: [line] })
  expect((await take(id)).body).toMatchObject({
    customerName: 'Ada Fashola',
    saleDetails: [{ productName: 'Tea' }],
  })
})

test('parking, resuming, deleting and restoring move no stock, count in no report and post no activity', async () => {
  const read = async () => ({
    stock: await shop.stock(),
    profit: (await api.call('/reports/profit-summary', { token: shop.token })).body,
    products: (await api.call('/products/summary', { token: shop.token })).body,
    sales: (await api.call('/sales', { token: shop.token })).body,
    activities: (await api.pool.query('select count(*) from activities')).rows,
    movements: (await api.pool.query('select count(*) from stock_movements')).rows,
  })
  const before = await read()
  const { id } = await parkOne()
  await remove(id)
  await api.call('/parked-sales/restore', { token: shop.token, body: { ids: [id] } })
  expect((await take(id)).status).toBe(200)
  expect(await read()).toEqual(before)
})

test('the same Idempotency-Key parks a sale once, and another body with it is a conflict', async () => {
  const body = parkedBody(shop)
  const answers = await Promise.all(Array.from({ length: 20 }, () => park(body, 'park-once')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await park(parkedBody(shop, { remark: 'Another' }), 'park-once')).body).toMatchObject({
    status: 409,
    errors: [{ path: 'Idempotency-Key' }],
  })
  // A key counts for its own account.
  const others = await park(body, 'park-once', otherToken)
  expect(others.text).not.toBe(answers[0]?.text)
  await remove(Number(Object(answers[0]?.body).id))
  const replayed = await park(body, 'park-once')
  expect([replayed.text, replayed.headers.get('x-deleted-since')]).toEqual([
    answers[0]?.text,
    'true',
  ])
})

test('the same key of the same account gets a resumed sale again', async () => {
  const { id } = await parkOne()
  const first = await take(id, 'take-again')
  expect(first.status).toBe(200)
  expect((await take(id, 'take-again')).text).toBe(first.text)
  expect(await listedIds()).not.toContain(id)
})

test('another till learns who resumed a sale and when', async () => {
  const { id } = await parkOne()
  await take(id, 'a-key')
  const refused = {
    status: 409,
    type: 'urn:stockie:problem:taken',
    takenByName: shop.user.name,
    takenAt: expect.stringMatching(/Z$/),
  }
  // Another account with the same key, the same account with another key, and one without a key.
  for (const answer of [
    await take(id, 'a-key', otherToken),
    await take(id, 'b-key'),
    await take(id),
  ])
    expect(answer.body).toMatchObject(refused)
})

test('of two tills that resume a sale at the same moment, exactly one gets it, 200 times @long', async () => {
  const tills = [shop.token, otherToken]
  for (let round = 0; round < 200; round += 1) {
    const { id } = await parkOne()
    const answers = await Promise.all(tills.map((token, till) => take(id, `till-${till}`, token)))
    const isOnce = answers.filter(({ status }) => status === 200).length === 1
    expect([isOnce, answers.some(({ status }) => status === 409)]).toEqual([true, true])
    const winner = answers.findIndex(({ status }) => status === 200)
    const loser = answers[1 - winner]
    expect(loser?.body).toMatchObject({ takenByName: [shop.user, other][winner]?.name })
    const again = await Promise.all(tills.map((token, till) => take(id, `till-${till}`, token)))
    expect(again.map(({ status }) => status)).toEqual(answers.map(({ status }) => status))
  }
}, 60_000)

test('of a till that resumes a sale and one that deletes it, exactly one succeeds', async () => {
  for (let round = 0; round < 50; round += 1) {
    const { id } = await parkOne()
    const [taken, removed] = await Promise.all([take(id, `race-${round}`), remove(id)])
    expect([taken.status, removed.status]).toEqual(taken.status === 200 ? [200, 404] : [404, 204])
  }
})

test('a deleted sale cannot be resumed until it is restored, and a resumed one cannot be deleted', async () => {
  const { id } = await parkOne()
  const { body } = await api.call('/parked-sales/bulk', {
    method: 'DELETE',
    token: shop.token,
    body: { ids: [id] },
  })
  expect(body).toEqual({ count: 1, batch: expect.any(String) })
  expect(await listedIds()).not.toContain(id)
  expect((await take(id)).status).toBe(404)
  const { batch } = Object(body)
  const restored = await api.call('/parked-sales/restore', { token: otherToken, body: { batch } })
  expect(restored.body).toEqual({ count: 1 })
  expect(await listedIds()).toContain(id)
  expect((await take(id)).status).toBe(200)
  expect((await remove(id)).status).toBe(404)
})

test('a renamed customer changes the list and its ETag', async () => {
  await parkOne()
  const read = (etag = '') =>
    api.call('/parked-sales', { token: shop.token, headers: { 'if-none-match': etag } })
  const etag = (await read()).headers.get('etag') ?? ''
  expect((await read(etag)).status).toBe(304)
  await api.pool.query(`update customers set name = 'Ada Okafor' where id = $1`, [shop.customerId])
  expect((await read(etag)).status).toBe(200)
  expect((await list())[0]?.customerName).toBe('Ada Okafor')
})

test('the next parking removes sales that were resumed or deleted 30 days ago, with their lines', async () => {
  const parked = await parkOne()
  const [resumed, removed, recent] = [await parkOne(), await parkOne(), await parkOne()]
  await take(resumed.id)
  await take(recent.id)
  await remove(removed.id)
  await api.pool.query(
    `update parked_sales set created_at = created_at - interval '31 days',
       taken_at = taken_at - interval '31 days', deleted_at = deleted_at - interval '31 days'
     where id = any($1)`,
    [[parked.id, resumed.id, removed.id]],
  )
  await parkOne()
  const ids = [parked.id, resumed.id, removed.id, recent.id]
  const { rows } = await api.pool.query<{ id: number; lines: number }>(
    `select id, (select count(*) from parked_sale_lines where parked_sale_id = parked_sales.id)::int as lines
     from parked_sales where id = any($1) order by id`,
    [ids],
  )
  expect(rows).toEqual([
    { id: parked.id, lines: 3 },
    { id: recent.id, lines: 3 },
  ])
})
