import { expect } from 'vitest'
import { createShopClient } from '#test/support/shop-client'
import type { TestApi } from '#test/support/test-api'
import type { TestShop } from '#test/support/test-shop'

/** Texts of every kind that CSV or a spreadsheet could misread. */
const names = ['=1+1', '+44 20', '-5', '@sum', "'quoted", "'=twice", 'Tea, "fine"', 'Ünïcode ☕']

/** Adds records of each kind with texts of each kind, and deletes one of each kind. */
export async function fillShop(api: TestApi, shop: TestShop): Promise<void> {
  const client = createShopClient(api, shop)
  const add = (path: string, body: object) => api.call(path, { token: shop.token, body })
  const remove = async (path: string) => expect((await client.remove(path)).status).toBe(204)
  const { categoryId, expenseCategoryId, products } = shop
  for (const name of names) {
    const contact = { name, email: 'a@b.example', phone: '+1 555', address: 'First\nSecond, "x"' }
    await add('/customers', contact)
    await add('/suppliers', contact)
    await add('/categories', { name })
    await add('/expense-categories', { name })
    const product = { name, price: 9, cost: 4, stock: 7, categoryId, description: name }
    await add('/products', product)
    const expense = { name, amount: 12, expenseCategoryId, description: name }
    await add('/expenses', { ...expense, date: '2026-02-28' })
  }
  // Midnight in the store is 11:00 of the day before in UTC.
  await api.pool.query(
    `insert into expenses (name, amount, expense_category_id, created_at, entered_at)
     values ('Late', 1000000000, $1, '2026-11-30T11:30:00Z', '2026-12-01T00:00:00.123Z')`,
    [expenseCategoryId],
  )
  await add('/products', { name: 'Coded', price: 1, cost: 1, stock: 0, categoryId, code: '-123' })
  const [tea, rice, oil] = products
  const lines = [
    { productId: tea, quantity: 3, price: 3 },
    { productId: rice, quantity: 1, price: 5 },
  ]
  const amounts = { discount: 0.1, shippingFees: 0.2, totalAmount: 14.1 }
  const sold = await client.sell('2026-11-21', lines, { ...amounts, remark: '=cmd|x' })
  await client.sell('2026-11-20', [{ productId: oil }], { discount: 1000, totalAmount: 0 })
  const deletedSale = await client.sell('2026-11-22', [{ productId: tea, quantity: 5 }])
  const returned = await client.sell('2026-11-23', [{ productId: tea, quantity: 2 }])
  await client.buy('2026-11-19', lines, { remark: 'A remark\twith a tab' })
  const deletedPurchase = await client.buy('2026-11-18', [{ productId: rice, quantity: 4 }])
  await takeBackOne(client, add, sold)
  await remove(`/sales/${deletedSale}`)
  await remove(`/purchases/${deletedPurchase}`)
  await remove(`/sales/${returned}`)
  await client.restore('sales', [returned])
  for (const path of ['customers', 'suppliers', 'categories', 'expense-categories', 'expenses']) {
    await remove(`/${path}/2`)
  }
  const tasted = { name: 'Tasted', price: 3, cost: 2, stock: 9, categoryId }
  const { id } = Object((await add('/products', tasted)).body)
  const used = { ...tasted, stock: 8, stockReason: 'own-use', stockNote: '=1+1' }
  const edited = await api.call(`/products/${id}`, { method: 'PUT', token: shop.token, body: used })
  expect(edited.body).toMatchObject({ stock: 8 })
  // A product that was sold, and the category of others.
  await remove(`/products/${oil}`)
  await remove(`/categories/${categoryId}`)
}

/** Takes one unit of each line back, and records a second return that it deletes. */
async function takeBackOne(
  { read, remove }: ReturnType<typeof createShopClient>,
  add: (path: string, body: object) => Promise<{ status: number; body: unknown }>,
  saleId: number,
): Promise<void> {
  const { saleDetails } = Object(await read(`/sales/${saleId}`))
  const details: { id: number }[] = saleDetails
  const take = async (ids: number[], remark: string) => {
    const lines = ids.map((id, index) => ({ saleDetailId: id, quantity: 1, restock: index === 0 }))
    const body = { returnDate: '2026-11-24', lines, shippingRefund: 0.05, remark }
    const answer = await add(`/sales/${saleId}/returns`, body)
    expect(answer.status).toBe(201)
    return Number(Object(answer.body).id)
  }
  await take(
    details.map(({ id }) => id),
    '-1 of each',
  )
  const deleted = await take([details[0]?.id ?? 0], 'By mistake')
  expect((await remove(`/returns/${deleted}`)).status).toBe(204)
}
