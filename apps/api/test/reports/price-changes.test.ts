import type { PriceChange } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

const call = (method: string, path: string, body?: object) =>
  api.call(path, { method, token: shop.token, body })

async function edit(id: number, changes: object): Promise<void> {
  const salt = { name: 'Salt', price: 2, cost: 1, stock: 7, categoryId: shop.categoryId }
  const { status, text } = await call('PUT', `/products/${id}`, { ...salt, ...changes })
  if (status !== 200) throw new Error(text)
}

async function readChanges(id: number) {
  const { status, text, body } = await call('GET', `/products/${id}/prices`)
  if (status !== 200) throw new Error(text)
  return (body as PriceChange[]).map(({ field, before, after, userName }) => ({
    field,
    before,
    after,
    userName,
  }))
}

test('each change of the price and of the cost is listed, newest first, and nothing else', async () => {
  const [id] = shop.products
  await edit(id, { price: 3, cost: 2 })
  await edit(id, { price: 4, cost: 2 })
  await edit(id, { price: 4, cost: 2, stock: 9, description: 'Coarse' })
  await edit(id, { price: 5, cost: 3 })
  const by = { userName: shop.user.name }
  expect(await readChanges(id)).toEqual([
    { field: 'cost', before: 2, after: 3, ...by },
    { field: 'price', before: 4, after: 5, ...by },
    { field: 'price', before: 3, after: 4, ...by },
  ])
})

test('a product whose price never changed has none, a deleted product keeps its changes, and an unknown product is not found', async () => {
  const [, id, other] = shop.products
  expect(await readChanges(other)).toEqual([])
  await edit(id, { price: 9, cost: 4 })
  await call('DELETE', `/products/${id}`)
  expect(await readChanges(id)).toEqual([
    { field: 'price', before: 5, after: 9, userName: shop.user.name },
  ])
  expect((await call('GET', '/products/2147483647/prices')).status).toBe(404)
})

test('a changed price raises the ETag of the list', async () => {
  const [id] = shop.products
  const path = `/products/${id}/prices`
  const etag = (await call('GET', path)).headers.get('etag') ?? ''
  const again = () => api.call(path, { token: shop.token, headers: { 'if-none-match': etag } })
  expect((await again()).status).toBe(304)
  await edit(id, { price: 77, cost: 3 })
  expect((await again()).status).toBe(200)
})
