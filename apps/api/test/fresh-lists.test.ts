import { customers, products } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentKinds } from './documents'
import { startSecondApi } from './second-api'
import { startTestApi, type TestApi } from './test-api'
import { openTestShop, type TestShop } from './test-shop'

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

type Call = TestApi['call']

/** A browser: it keeps each list, and shows what it kept where the answer is 304. */
function openBrowser(call: Call) {
  const kept = new Map<string, { etag: string; body: unknown }>()
  return async (path: string): Promise<{ status: number; body: unknown }> => {
    const { etag = '', body } = kept.get(path) ?? {}
    const headers = { 'If-None-Match': etag }
    const answer = await call(path, { token: shop.token, headers })
    if (answer.status === 304) return { status: 304, body }
    kept.set(path, { etag: answer.headers.get('etag') ?? '', body: answer.body })
    return answer
  }
}

const send = (path: string, body?: unknown, method?: string) =>
  api.call(path, { token: shop.token, body, ...(method && { method }) })

test('nobody is shown a stale list, whichever process answers and whoever else writes', async () => {
  const calls: [write: Call, read: Call][] = [
    [api.call, second.call],
    [second.call, api.call],
  ]
  const work = async ([write, read]: [Call, Call]) => {
    const browse = openBrowser(read)
    for (let turn = 0; turn < 15; turn += 1) {
      const { token } = shop
      const created = await write('/customers', { token, body: { name: `Guest ${turn}` } })
      expect((await browse('/customers')).body).toContainEqual(created.body)
      const { id } = customers.row.parse(created.body)
      const edited = await write(`/customers/${id}`, {
        token,
        method: 'PUT',
        body: { name: 'Eve' },
      })
      expect((await browse('/customers')).body).toContainEqual(edited.body)
      await write(`/customers/${id}`, { token, method: 'DELETE' })
      expect((await browse('/customers')).body).not.toContainEqual(edited.body)
    }
  }
  await Promise.all([...calls, ...calls].map(work))
})

test('the products are fresh after whatever moves a stock or names a category', async () => {
  const browse = openBrowser(second.call)
  const [tea] = shop.products
  const category = `/categories/${shop.categoryId}`
  const find = async () => {
    const { status, body } = await browse('/products')
    expect(status).toBe(200)
    expect((await browse('/products')).status).toBe(304)
    return products.row
      .array()
      .parse(body)
      .find(({ id }) => id === tea)
  }
  expect(await find()).toMatchObject({ stock: 100, categoryName: 'Drinks' })
  for (const kind of documentKinds) {
    const lines = [{ productId: tea, quantity: 10 }]
    const { body } = await send(`/${kind.path}`, kind.body(shop, lines))
    const id: unknown = Object(body)[kind.id]
    expect(await find()).toMatchObject({ stock: 100 + kind.sign * 10 })
    await send(`/${kind.path}/${String(id)}`, undefined, 'DELETE')
    expect(await find()).toMatchObject({ stock: 100 })
    await send(`/${kind.path}/restore`, { ids: [id] })
    expect(await find()).toMatchObject({ stock: 100 + kind.sign * 10 })
    await send(`/${kind.path}/bulk`, { ids: [id] }, 'DELETE')
    expect(await find()).toMatchObject({ stock: 100 })
  }
  await send(category, { name: 'Hot drinks' }, 'PUT')
  expect(await find()).toMatchObject({ categoryName: 'Hot drinks' })
  await send(category, undefined, 'DELETE')
  expect(await find()).toMatchObject({ categoryName: null })
  await send('/categories/restore', { ids: [shop.categoryId] })
  expect(await find()).toMatchObject({ categoryName: 'Hot drinks' })
})
