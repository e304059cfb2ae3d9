import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

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
    categories: 'categories',
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
    categories: 'expense_categories',
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

describe.each(kinds)(
  'the category of $path',
  ({ path, categories, category, name, named, body }) => {
    const writes = {
      create: () => send(`/${path}`, body()),
      edit: () => send(`/${path}/1`, body(), 'PUT'),
    }
    beforeEach(() => writes.create())

    test.each(['create', 'edit'] as const)('stays as it is until the %s is done', async (write) => {
      const deletion = () => send(category(), undefined, 'DELETE')
      // The write is let in as far as its first row.
      const locked = `lock table ${path} in share mode`
      expect(await queueBehindLock(api.pool, locked, [writes[write], deletion])).toMatchObject([
        { body: { name: body().name, [named]: name } },
        { status: 204 },
      ])
    })

    test.each(['create', 'edit'] as const)('is named by the %s as it is by then', async (write) => {
      const renaming = `update ${categories} set name = 'Renamed'`
      const [answer] = await queueBehindLock(api.pool, renaming, [writes[write]])
      expect(answer?.body).toMatchObject({ [named]: 'Renamed' })
    })
  },
)
