import { products, type Product } from '@stockie/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { saleKind } from '#test/support/document-kinds'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let pen: Product
beforeEach(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  pen = products.row.parse((await send('/products', body({ stock: 40 }))).body)
})
afterEach(() => api.stop())

const send = (path: string, sent?: unknown, method?: string): Promise<Answer> =>
  api.call(path, { token: shop.token, body: sent, ...(method && { method }) })

const body = (changes: object) => ({
  name: 'Fountain pen',
  description: 'Fine nib',
  price: 24,
  cost: 11,
  categoryId: shop.categoryId,
  ...changes,
})

const edit = (changes: object): Promise<Answer> => send(`/products/${pen.id}`, body(changes), 'PUT')

async function sell(quantity: number): Promise<void> {
  const sale = saleKind.body(shop, [{ productId: pen.id, quantity }])
  expect((await send('/sales', sale)).status).toBe(201)
}

/** The pen's movements, oldest first. */
async function readLedger(): Promise<unknown[][]> {
  const { rows } = await api.pool.query<unknown[]>({
    text: `select reason, delta, balance, user_id from stock_movements
      where product_id = $1 order by id`,
    values: [pen.id],
    rowMode: 'array',
  })
  return rows
}

const opening = () => ['opening', 40, 40, shop.user.id]
const readStock = async () => (await shop.stock())[pen.id]
const stockProblem = (message: string) => ({
  status: 422,
  body: { detail: message, errors: [{ path: 'stock', message }] },
})

test('the opening stock of a product is the first row of its ledger', async () => {
  expect(await readLedger()).toEqual([opening()])
  expect(await readStock()).toBe(40)
})

test('a product without an opening stock has no movement', async () => {
  const answer = await send('/products', body({ stock: 0 }))
  expect(answer).toMatchObject({ status: 201, body: { stock: 0 } })
  const { id } = products.row.parse(answer.body)
  const { rowCount } = await api.pool.query('select from stock_movements where product_id = $1', [
    id,
  ])
  expect(rowCount).toBe(0)
})

describe('editing the stock of a product', () => {
  test('an edit of the stock is an adjustment, and an edit without a change moves nothing', async () => {
    expect((await edit({ stock: 45, baseStock: 40 })).body).toEqual({ ...pen, stock: 45 })
    expect((await edit({ stock: 45, baseStock: 45, name: 'Pen' })).body).toMatchObject({
      name: 'Pen',
      stock: 45,
    })
    expect((await edit({ stock: 45 })).body).toMatchObject({ stock: 45 })
    expect(await readLedger()).toEqual([opening(), ['adjustment', 5, 45, shop.user.id]])
  })

  // @holds decision 8.3
  test('an edit of the stock keeps what was sold since its form was opened', async () => {
    await sell(7)
    const answer = await edit({ stock: 50, baseStock: 40 })
    expect(answer).toMatchObject({ status: 200, body: { stock: 43 } })
    expect(await readStock()).toBe(43)
    await sell(3)
    expect((await edit({ stock: 40, baseStock: 40, price: 30 })).body).toMatchObject({ stock: 40 })
    expect((await readLedger()).map(([reason, delta]) => [reason, delta])).toEqual([
      ['opening', 40],
      ['sale', -7],
      ['adjustment', 10],
      ['sale', -3],
    ])
  })

  // @holds decision 8.3
  test('an edit without a base stock sets the stock regardless of earlier sales', async () => {
    await sell(7)
    expect(await edit({ stock: 50 })).toMatchObject({ status: 200, body: { stock: 50 } })
    expect((await readLedger()).at(-1)).toEqual(['adjustment', 17, 50, shop.user.id])
  })

  test('an edit of the stock waits for a concurrent movement and adds to it', async () => {
    const movement = `insert into stock_movements (product_id, delta, reason, user_id)
      values (${pen.id}, -4, 'adjustment', ${shop.user.id})`
    const add2 = () => edit({ stock: 42, baseStock: 40 })
    const answers = await queueBehindLock(api.pool, movement, [add2, add2])
    const stocks = answers.map((answer) => products.row.parse(answer.body).stock)
    expect(new Set(stocks)).toEqual(new Set([38, 40]))
    expect(await readStock()).toBe(40)
  })

  test('simultaneous sales and edits of the stock all count', async () => {
    await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        if (index % 2 === 0) return sell(3)
        expect((await edit({ stock: 45, baseStock: 40 })).status).toBe(200)
      }),
    )
    expect(await readStock()).toBe(40 - 12 * 3 + 12 * 5)
    expect(await readLedger()).toHaveLength(25)
  })

  test('a rejected edit changes nothing', async () => {
    const category = { categoryId: 2_147_483_647, name: 'Other' }
    const answer = await edit({ stock: -1, ...category })
    const noCategory = { path: 'categoryId', message: 'There is no such category.' }
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'stock', message: 'Stock cannot be negative' }, noCategory] },
    })
    expect(await edit({ stock: 50, ...category })).toMatchObject({
      status: 422,
      body: { detail: 'There is no such category.', errors: [noCategory] },
    })
    expect((await send('/products')).body).toContainEqual(pen)
    expect(await readLedger()).toEqual([opening()])
  })
})

describe('a product with a negative stock', () => {
  beforeEach(() => sell(45))

  test.each([{ stock: -5, baseStock: -5 }, { stock: -5 }])(
    // @holds decision 27.1
    'a product with a negative stock can be renamed and re-priced with %j',
    async (stock) => {
      const answer = await edit({ ...stock, name: 'Pen', price: 30 })
      expect(answer).toMatchObject({ status: 200, body: { name: 'Pen', price: 30, stock: -5 } })
      expect(await readLedger()).toHaveLength(2)
    },
  )

  test.each([
    { stock: -4, baseStock: -5 },
    { stock: -6, baseStock: -5 },
    { stock: -5, baseStock: 40 },
    { stock: -4 },
    // @holds decision 27.2
  ])('an edit cannot set another negative stock: %j', async (stock) => {
    expect(await edit(stock)).toMatchObject(stockProblem('Stock cannot be negative'))
    expect(await readStock()).toBe(-5)
  })

  test('an edit can keep a negative stock after more sales, and can set it to zero', async () => {
    await sell(2)
    expect((await edit({ stock: -5, baseStock: -5 })).body).toMatchObject({ stock: -7 })
    expect((await edit({ stock: 0 })).body).toMatchObject({ stock: 0 })
    expect((await readLedger()).at(-1)).toEqual(['adjustment', 7, 0, shop.user.id])
  })
})

// @holds decision 29.2
test('an edit can move a stock up to 2,000,000,000 and is rejected beyond that', async () => {
  const maxInput = 1_000_000_000
  expect((await edit({ stock: maxInput, baseStock: 0 })).body).toMatchObject({
    stock: maxInput + 40,
  })
  expect((await edit({ stock: maxInput, baseStock: 40 })).body).toMatchObject({
    stock: 2 * maxInput,
  })
  const limitProblem = stockProblem(
    'The stock of a product cannot go beyond 2,000,000,000 above or below zero.',
  )
  expect(await edit({ stock: 1, baseStock: 0 })).toMatchObject(limitProblem)
  expect(await edit({ stock: maxInput, baseStock: -2 * maxInput })).toMatchObject(limitProblem)
  expect(await readStock()).toBe(2 * maxInput)
  expect((await edit({ stock: 0, baseStock: 2 * maxInput })).body).toMatchObject({ stock: 0 })
})

// @holds decision 9.3, 33.1
test('a product of a deleted category has no category name until the category is restored', async () => {
  await send(`/categories/${shop.categoryId}`, undefined, 'DELETE')
  expect((await send('/products')).body).toContainEqual({ ...pen, categoryName: null })
  expect(await edit({ stock: 40, baseStock: 40, name: 'Pen' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'categoryId', message: 'There is no such category.' }] },
  })
  expect(await send('/products', body({ stock: 1 }))).toMatchObject({ status: 422 })
  await send('/categories/restore', { ids: [shop.categoryId] })
  expect((await send('/products')).body).toContainEqual(pen)
})

describe('with the key of its form', () => {
  const save = (changes: object, key = 'form-1', id = pen.id) =>
    api.call(`/products/${id}`, {
      method: 'PUT',
      token: shop.token,
      body: body(changes),
      headers: { 'Idempotency-Key': key },
    })

  test('a save that is sent again moves the stock once, also beside sales', async () => {
    expect((await save({ stock: 45, baseStock: 40 })).body).toMatchObject({ stock: 45 })
    await sell(3)
    expect((await save({ stock: 45, baseStock: 40 })).body).toMatchObject({ stock: 42 })
    expect(await readStock()).toBe(42)
  })

  test('a save with another stock after a lost answer moves only the rest', async () => {
    await save({ stock: 45, baseStock: 40 })
    expect((await save({ stock: 48, baseStock: 40 })).body).toMatchObject({ stock: 48 })
    expect((await save({ stock: 41, baseStock: 40 })).body).toMatchObject({ stock: 41 })
    expect((await save({ stock: 40, baseStock: 40 })).body).toMatchObject({ stock: 40 })
    expect((await readLedger()).map(([reason, delta]) => [reason, delta])).toEqual([
      ['opening', 40],
      ['adjustment', 5],
      ['adjustment', 3],
      ['adjustment', -7],
      ['adjustment', -1],
    ])
  })

  test('another key, another base and another product are other edits', async () => {
    await save({ stock: 45, baseStock: 40 })
    expect((await save({ stock: 45, baseStock: 40 }, 'form-2')).body).toMatchObject({ stock: 50 })
    expect((await save({ stock: 52, baseStock: 50 })).body).toMatchObject({ stock: 52 })
    const other = products.row.parse((await send('/products', body({ stock: 1 }))).body)
    const answer = await save({ stock: 45, baseStock: 40 }, 'form-1', other.id)
    expect(answer.body).toMatchObject({ stock: 6 })
  })

  test('ten saves at the same moment move the stock once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => save({ stock: 45, baseStock: 40 })))
    expect(await readStock()).toBe(45)
  })

  test('without a base the stock becomes what the form says', async () => {
    await save({ stock: 45 })
    await sell(3)
    expect((await save({ stock: 45 })).body).toMatchObject({ stock: 45 })
  })

  test('a key that cannot be one answers 400', async () => {
    expect((await save({ stock: 45, baseStock: 40 }, 'x'.repeat(201))).status).toBe(400)
  })
})
