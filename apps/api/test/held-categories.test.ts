import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type Answer, type TestApi } from './test-api'
import { openTestShop, type TestShop } from './test-shop'
import { untilWaiting } from './until-waiting'

let api: TestApi
let shop: TestShop
beforeEach(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterEach(() => api.stop())

const send = (path: string, body?: unknown, method?: string): Promise<Answer> =>
  api.call(path, { token: shop.token, body, ...(method && { method }) })

const kinds = [
  {
    path: 'products',
    category: () => `/categories/${shop.categoryId}`,
    name: 'Drinks',
    named: 'categoryName',
    body: () => ({
      name: 'Fountain pen',
      description: '',
      price: 24,
      cost: 11,
      stock: 4,
      categoryId: shop.categoryId,
    }),
  },
  {
    path: 'expenses',
    category: () => `/expense-categories/${shop.expenseCategoryId}`,
    name: 'Rent',
    named: 'expenseCategoryName',
    body: () => ({
      name: 'Shop rent',
      amount: 1200,
      description: '',
      expenseCategoryId: shop.expenseCategoryId,
    }),
  },
]

describe.each(kinds)('the category that $path name', ({ path, category, name, named, body }) => {
  const writes = {
    create: () => send(`/${path}`, body()),
    edit: () => send(`/${path}/1`, body(), 'PUT'),
  }
  beforeEach(() => writes.create())

  test.each(['create', 'edit'] as const)('stays as it is until the %s is done', async (write) => {
    const other = await api.pool.connect()
    // The write is let in as far as its first row.
    await other.query(`begin; lock table ${path} in share mode`)
    const written = writes[write]()
    await untilWaiting(api.pool, 1)
    const deleted = send(category(), undefined, 'DELETE')
    await untilWaiting(api.pool, 2)
    await other.query('commit')
    other.release()
    expect((await written).body).toMatchObject({ name: body().name, [named]: name })
    expect((await deleted).status).toBe(204)
  })

  test('is named by an edit as it is when the edit has its turn', async () => {
    const other = await api.pool.connect()
    await other.query(`begin; select from ${path} where id = 1 for update`)
    const edited = writes.edit()
    await untilWaiting(api.pool, 1)
    expect((await send(category(), { name: 'Renamed' }, 'PUT')).status).toBe(200)
    await other.query('commit')
    other.release()
    expect((await edited).body).toMatchObject({ [named]: 'Renamed' })
  })
})
