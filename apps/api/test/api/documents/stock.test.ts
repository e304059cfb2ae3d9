import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { documentKinds, purchaseKind, saleKind } from '#test/support/document-kinds'
import { type Answer, startTestApi, type TestApi } from '#test/support/test-api'
import { markDeleted, openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
beforeEach(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterEach(() => api.stop())

const send = (path: string, body?: unknown, method?: string): Promise<Answer> =>
  api.call(path, { token: shop.token, body, ...(method && { method }) })

describe.each(documentKinds)('stock after $path', (kind) => {
  const { path, singular, sign, partyPath, partyField } = kind

  // @holds decision 8.1
  test('a document moves the stock once per product, and deleting and restoring reverse that and repeat it', async () => {
    const [tea, rice, oil] = shop.products
    const lines = [
      { productId: rice, quantity: 7 },
      { productId: tea, quantity: 1 },
      { productId: rice, quantity: 8 },
    ]
    expect((await send(`/${path}`, kind.body(shop, lines))).status).toBe(201)
    const moved = { [tea]: 100 + sign, [rice]: 100 + sign * 15, [oil]: 100 }
    expect(await shop.stock()).toEqual(moved)
    expect((await send(`/${path}/1`, undefined, 'DELETE')).status).toBe(204)
    expect(await shop.stock()).toEqual({ [tea]: 100, [rice]: 100, [oil]: 100 })
    expect((await send(`/${path}/restore`, { ids: [1] })).body).toEqual({ count: 1 })
    expect(await shop.stock()).toEqual(moved)
    expect(await readLedger()).toEqual([
      [tea, sign, singular, 0, shop.user.id],
      [rice, sign * 15, singular, 0, shop.user.id],
      [tea, -sign, `${singular}_deleted`, 1, shop.user.id],
      [rice, -sign * 15, `${singular}_deleted`, 1, shop.user.id],
      [tea, sign, `${singular}_restored`, 2, shop.user.id],
      [rice, sign * 15, `${singular}_restored`, 2, shop.user.id],
    ])
  })

  // @holds decision 29.2, asvs 1.4.2, 2.3.2
  test('creating, deleting or restoring is rejected with 422 if a stock would exceed its limit', async () => {
    const [tea, rice] = shop.products
    const both = [{ productId: rice }, { productId: tea }]
    expect((await send(`/${path}`, kind.body(shop, both))).status).toBe(201)
    expect((await send(`/${path}/1`, undefined, 'DELETE')).status).toBe(204)
    await adjust(tea, sign * 2_000_000_000 - 100)
    const before = await shop.stock()
    const tooFar = {
      status: 422,
      body: {
        detail: 'The stock of a product cannot go beyond 2,000,000,000 above or below zero.',
      },
    }
    expect(await send(`/${path}`, kind.body(shop, both))).toMatchObject(tooFar)
    expect(await send(`/${path}/restore`, { ids: [1] })).toMatchObject(tooFar)
    expect(await shop.stock()).toEqual(before)
    await adjust(tea, -sign)
    expect((await send(`/${path}/restore`, { ids: [1] })).body).toEqual({ count: 1 })
    await adjust(tea, (-sign * 4_000_000_000) / 2)
    await adjust(tea, -sign * 2_000_000_000)
    expect(await send(`/${path}/1`, undefined, 'DELETE')).toMatchObject(tooFar)
    expect(await send(`/${path}/bulk`, { ids: [1] }, 'DELETE')).toMatchObject(tooFar)
    expect(await shop.stock()).toEqual({
      ...before,
      [tea]: -sign * 2_000_000_000,
      [rice]: 100 + sign,
    })
  })

  // @holds decision 30.2
  test('a restored document is unchanged while its product and party are still deleted', async () => {
    const [tea] = shop.products
    const created = await send(`/${path}`, kind.body(shop, [{ productId: tea, quantity: 4 }]))
    await send(`/${path}/1`, undefined, 'DELETE')
    await api.pool.query(markDeleted('products', tea, shop.user.id))
    await api.pool.query(markDeleted(partyPath, shop[partyField], shop.user.id))
    expect((await send(`/${path}/restore`, { ids: [1] })).body).toEqual({ count: 1 })
    expect((await send(`/${path}`)).body).toEqual([created.body])
    expect((await shop.stock())[tea]).toBe(100 + sign * 4)
  })

  // @holds decision 30.1
  test('restoring a document keeps all stock movements since its deletion', async () => {
    const [tea] = shop.products
    await send(`/${path}`, kind.body(shop, [{ productId: tea, quantity: 4 }]))
    await send(`/${path}/1`, undefined, 'DELETE')
    await adjust(tea, -250)
    await send('/sales', saleKind.body(shop, [{ productId: tea, quantity: 30 }]))
    await send('/purchases', purchaseKind.body(shop, [{ productId: tea, quantity: 11 }]))
    await send(`/${path}/restore`, { ids: [1] })
    expect((await shop.stock())[tea]).toBe(100 - 250 - 30 + 11 + sign * 4)
  })

  test('two simultaneous deletions or restores of a document take effect once', async () => {
    const [tea] = shop.products
    await send(`/${path}`, kind.body(shop, [{ productId: tea, quantity: 4 }]))
    const twice = async (work: () => Promise<Answer>) => {
      const locked = `select from ${path} where id = 1 for no key update`
      const answers = await queueBehindLock(api.pool, locked, [work, work])
      return answers.map(({ status, text }) => `${status} ${text}`).toSorted()
    }
    const deleted = await twice(() => send(`/${path}/1`, undefined, 'DELETE'))
    expect(deleted).toEqual(['204 ', expect.stringMatching(/^404 /)])
    expect((await shop.stock())[tea]).toBe(100)
    const restored = await twice(() => send(`/${path}/restore`, { ids: [1] }))
    expect(restored).toEqual(['200 {"count":0}', '200 {"count":1}'])
    expect((await shop.stock())[tea]).toBe(100 + sign * 4)
    expect(await readLedger()).toHaveLength(3)
  })
})

// @holds spec 5.32, decision 8.2
test('a sale may take the stock below zero', async () => {
  const [tea] = shop.products
  const answer = await send('/sales', saleKind.body(shop, [{ productId: tea, quantity: 101 }]))
  expect(answer.status).toBe(201)
  expect((await shop.stock())[tea]).toBe(-1)
})

async function adjust(productId: number, delta: number): Promise<void> {
  await api.pool.query(
    `insert into stock_movements (product_id, delta, reason, user_id) values ($1, $2, 'adjustment', $3)`,
    [productId, delta, shop.user.id],
  )
}

async function readLedger(): Promise<unknown[][]> {
  const { rows } = await api.pool.query<unknown[]>({
    text: `select product_id, delta, reason, turn, user_id from stock_movements
      where reason <> 'opening' order by id`,
    rowMode: 'array',
  })
  return rows
}
