import { type Product, products } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentKinds } from '#test/support/document-kinds'
import { startSecondApi, startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let second: Awaited<ReturnType<typeof startSecondApi>>
beforeAll(async () => {
  api = await startTestApi()
  second = await startSecondApi(api)
  shop = await openTestShop(api)
})
afterAll(async () => {
  await second.stop()
  await api.stop()
})

const send = (path: string, body?: unknown, method?: string) =>
  api.call(path, { token: shop.token, body, ...(method && { method }) })

test('the ETag of the product list changes after every stock movement and category change', async () => {
  const [tea] = shop.products
  const category = `/categories/${shop.categoryId}`
  let etag = ''
  /** Reads tea through the second API, with the ETag of the previous list. */
  async function findTea(): Promise<Product | undefined> {
    const headers = { 'If-None-Match': etag }
    const answer = await second.call('/products', { token: shop.token, headers })
    expect(answer.status).toBe(200)
    etag = answer.headers.get('etag') ?? ''
    return products.row
      .array()
      .parse(answer.body)
      .find(({ id }) => id === tea)
  }
  expect(await findTea()).toMatchObject({ stock: 100, categoryName: 'Drinks' })
  for (const kind of documentKinds) {
    const lines = [{ productId: tea, quantity: 10 }]
    const { body } = await send(`/${kind.path}`, kind.body(shop, lines))
    const id: unknown = Object(body)[kind.idField]
    expect(await findTea()).toMatchObject({ stock: 100 + kind.sign * 10 })
    await send(`/${kind.path}/${String(id)}`, undefined, 'DELETE')
    expect(await findTea()).toMatchObject({ stock: 100 })
    await send(`/${kind.path}/restore`, { ids: [id] })
    expect(await findTea()).toMatchObject({ stock: 100 + kind.sign * 10 })
    await send(`/${kind.path}/bulk`, { ids: [id] }, 'DELETE')
    expect(await findTea()).toMatchObject({ stock: 100 })
  }
  await send(category, { name: 'Hot drinks' }, 'PUT')
  expect(await findTea()).toMatchObject({ categoryName: 'Hot drinks' })
  await send(category, undefined, 'DELETE')
  expect(await findTea()).toMatchObject({ categoryName: null })
  await send('/categories/restore', { ids: [shop.categoryId] })
  expect(await findTea()).toMatchObject({ categoryName: 'Hot drinks' })
})
