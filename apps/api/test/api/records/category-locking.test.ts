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

const cases = [
  {
    path: 'products',
    categories: 'categories',
    category: () => `/categories/${shop.categoryId}`,
    name: 'Drinks',
    nameField: 'categoryName',
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
    nameField: 'expenseCategoryName',
    body: () => ({
      name: 'Shop rent',
      amount: 1200,
      description: '',
      expenseCategoryId: shop.expenseCategoryId,
    }),
  },
]

describe.each(cases)(
  'the category of $path',
  ({ path, categories, category, name, nameField, body }) => {
    const writes = {
      create: () => send(`/${path}`, body()),
      edit: () => send(`/${path}/1`, body(), 'PUT'),
    }
    beforeEach(() => writes.create())

    test.each(['create', 'edit'] as const)(
      'a deletion of the category waits for a concurrent %s of its record',
      async (write) => {
        const deletion = () => send(category(), undefined, 'DELETE')
        // Lets the write get as far as its first row.
        const locked = `lock table ${path} in share mode`
        expect(await queueBehindLock(api.pool, locked, [writes[write], deletion])).toMatchObject([
          { body: { name: body().name, [nameField]: name } },
          { status: 204 },
        ])
      },
    )

    test.each(['create', 'edit'] as const)(
      'a record %s that waits for a rename returns the new category name @long',
      async (write) => {
        const renaming = `update ${categories} set name = 'Renamed'`
        const [answer] = await queueBehindLock(api.pool, renaming, [writes[write]])
        expect(answer?.body).toMatchObject({ [nameField]: 'Renamed' })
      },
    )
  },
)
