import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { documentKinds, saleKind } from '#test/support/document-kinds'
import { type Answer, startTestApi, type TestApi } from '#test/support/test-api'
import { markDeleted, openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
beforeEach(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterEach(() => api.stop())

describe.each(documentKinds)('$path', (kind) => {
  const { path, linesField, partyField, partyPath, dateField, idField, singular } = kind

  const send = (to: string, body?: unknown, method?: string): Promise<Answer> =>
    api.call(`/${path}${to}`, { token: shop.token, body, ...(method && { method }) })

  async function record(day: string): Promise<number> {
    const body = kind.body(shop, [{ productId: shop.products[0] }], { [dateField]: day })
    const answer = await send('', body)
    expect(answer.status).toBe(201)
    return idsOf([answer.body])[0] ?? Number.NaN
  }

  const idsOf = (rows: unknown): number[] =>
    (rows as Record<string, number>[]).map((row) => row[idField] ?? 0)
  const listIds = async (query = '') => idsOf((await send(query)).body)

  // @holds spec 7.30, 7.34, 9.14, decision 12.2, 13.1
  test('the list of a date range includes both ends and is sorted newest first', async () => {
    const first = await record('2026-02-28')
    const later = await record('2026-03-01')
    const leapDay = await record('2024-02-29')
    const same = await record('2026-02-28')
    expect(await listIds()).toEqual([later, same, first, leapDay])
    expect(await listIds('?startDate=2026-02-28&endDate=2026-02-28')).toEqual([same, first])
    expect(await listIds('?startDate=2026-02-28')).toEqual([later, same, first])
    expect(await listIds('?endDate=2026-02-27')).toEqual([leapDay])
    expect(await listIds('?startDate=2025-01-01&endDate=2025-12-31')).toEqual([])
  })

  test('the list returns each document as its creation did, lines included', async () => {
    const [tea, rice, oil] = shop.products
    const many = [oil, tea, rice, tea].map((productId) => ({ productId }))
    const created = await send('', kind.body(shop, many, { remark: '"; drop' }))
    expect((await send('')).body).toEqual([created.body])
  })

  test('the list of a date range is answered 304 until a document in that range changes @long', async () => {
    const query = '?startDate=2026-11-01&endDate=2026-11-30'
    const kept = await record('2026-11-10')
    const etag = (await send(query)).headers.get('etag') ?? ''
    const again = () =>
      api.call(`/${path}${query}`, { token: shop.token, headers: { 'If-None-Match': etag } })
    await record('2026-12-01')
    await record('2026-10-31')
    expect((await again()).status).toBe(304)
    await send(`/${kept}`, undefined, 'DELETE')
    expect(await again()).toMatchObject({ status: 200, body: [] })
  })

  test.each([
    ['startDate=2026-02-29', 'startDate: Date must be a real day, written yyyy-MM-dd'],
    ['startDate=2026-03-02&endDate=2026-03-01', 'startDate must not be after endDate'],
    ['startDate=2026-03-01&startDate=2026-03-01', 'startDate may be given only once'],
    ['endDate=yesterday', 'endDate: Date must be a real day, written yyyy-MM-dd'],
  ])('the date range %s is rejected with 400 and the reason @long', async (query, detail) => {
    const parameter = detail.startsWith('endDate') ? 'endDate' : 'startDate'
    expect(await send(`?${query}`)).toMatchObject({
      status: 400,
      body: {
        detail,
        errors: [{ path: parameter, message: detail.replace(`${parameter}: `, '') }],
      },
    })
  })

  // @holds spec 5.21, 5.25
  test('missing fields are reported in the order in which a submit checks them', async () => {
    const answer = await send('', {})
    const fees = kind === saleKind ? ['discount', 'shippingFees'] : []
    const lacking = [partyField, dateField, linesField, ...fees, 'totalAmount']
    expect(answer).toMatchObject({
      status: 422,
      body: {
        detail: `Please select a ${partyPath.slice(0, -1)}.`,
        errors: lacking.map((field) => ({ path: field })),
      },
    })
    const day = { [partyField]: shop[partyField] }
    expect((await send('', day)).body).toMatchObject({ detail: 'Please select a date.' })
    const noLines = { ...day, [dateField]: '2026-11-21' }
    expect((await send('', noLines)).body).toMatchObject({
      detail: expect.stringMatching(/^Please add at least one product/),
    })
  })

  test('a document with an unknown party or product is rejected with an error for each, and not stored', async () => {
    const [tea, rice, oil] = shop.products
    await api.pool.query(markDeleted('products', rice, shop.user.id))
    await api.pool.query(markDeleted(partyPath, shop[partyField], shop.user.id))
    const unknown = { productId: 2_147_483_647 }
    const body = kind.body(shop, [
      unknown,
      { productId: tea },
      { productId: rice },
      { productId: oil },
    ])
    const answer = await send('', body)
    expect(answer).toMatchObject({ status: 422 })
    expect(answer.headers.get('content-type')).toMatch('application/problem+json')
    const noParty = `There is no such ${partyPath.slice(0, -1)}.`
    const noProduct = 'There is no such product.'
    expect(answer.body).toMatchObject({
      detail: noParty,
      errors: [
        { path: partyField, message: noParty },
        { path: `${linesField}.0.productId`, message: noProduct },
        { path: `${linesField}.2.productId`, message: noProduct },
      ],
    })
    const { rows } = await api.pool.query(
      `select (select count(*) from ${path}) as documents, (select count(*) from ${singular}_lines) as lines,
         (select count(*) from stock_movements where ${singular}_id is not null) as movements`,
    )
    expect(rows).toEqual([{ documents: 0, lines: 0, movements: 0 }])
  })

  test('a document that waits for its products is rejected if one gets deleted, and stores a new name', async () => {
    const [tea, rice] = shop.products
    const changes = `${markDeleted('products', tea, shop.user.id)};
      update products set name = 'Brown rice' where id = ${rice}`
    const both = kind.body(shop, [{ productId: rice }, { productId: tea }])
    const onlyRice = kind.body(shop, [{ productId: rice }])
    const sendings = [both, onlyRice].map((body) => () => send('', body))
    expect(await queueBehindLock(api.pool, changes, sendings)).toMatchObject([
      { status: 422, body: { errors: [{ path: `${linesField}.1.productId` }] } },
      { status: 201, body: { [linesField]: [{ productName: 'Brown rice' }] } },
    ])
  })

  // @holds decision 7.3, 9.2
  test('a document keeps its names and prices after its products and party change', async () => {
    const [tea] = shop.products
    const before = (await send('', kind.body(shop, [{ productId: tea }]))).body
    await api.pool.query(`update products set name = 'Coffee', price = 99, cost = 98`)
    await api.pool.query(`update ${partyPath} set name = 'Another name'`)
    await api.pool.query(markDeleted('products', tea, shop.user.id))
    await api.pool.query(markDeleted(partyPath, shop[partyField], shop.user.id))
    expect((await send('')).body).toEqual([before])
  })

  // @holds decision 31.1
  test('an unknown id is answered 404 alone and skipped in bulk, and a malformed id rejects the whole bulk', async () => {
    const ids = [await record('2026-11-01'), await record('2026-11-02')]
    expect((await send('/77', undefined, 'DELETE')).status).toBe(404)
    expect((await send('/0', undefined, 'DELETE')).status).toBe(404)
    expect((await send('/bulk', { ids: [...ids, 'x'] }, 'DELETE')).status).toBe(422)
    expect(await listIds()).toHaveLength(2)
    const bulk = await send('/bulk', { ids: [77, ...ids, ...ids] }, 'DELETE')
    expect(bulk).toMatchObject({ status: 200, body: { count: 2 } })
    expect(await listIds()).toEqual([])
    const { rows } = await api.pool.query(
      `select count(distinct deletion_batch) as batches, count(*) as documents, min(turn) as turn
       from ${path} where deleted_by_id = $1`,
      [shop.user.id],
    )
    expect(rows).toEqual([{ batches: 1, documents: 2, turn: 1 }])
    expect((await send('/bulk', { ids }, 'DELETE')).body).toEqual({ count: 0, batch: null })
    expect((await send(`/${ids[0]}`, undefined, 'DELETE')).status).toBe(404)
    expect((await send('/restore', { ids: [...ids, 77] })).body).toEqual({ count: 2 })
    expect((await send('/restore', { ids })).body).toEqual({ count: 0 })
    expect(await listIds()).toEqual(ids.toReversed())
  })

  test('a document cannot be edited, and only a sale can be read individually', async () => {
    const documentId = await record('2026-11-01')
    const body = kind.body(shop, [{ productId: shop.products[0] }])
    expect((await send(`/${documentId}`, body, 'PUT')).status).toBe(404)
    const { status } = await send(`/${documentId}`)
    expect(status).toBe(kind.path === 'sales' ? 200 : 404)
  })
})
