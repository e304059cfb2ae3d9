import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'

const lists = [
  'customers',
  'suppliers',
  'categories',
  'products',
  'sales',
  'purchases',
  'expense-categories',
  'expenses',
  'reports/profit-summary',
]

/** Signs in to a shop as its page does, and returns a client for its API. */
export async function signIn(url, email, password) {
  const { token } = await send(url, 'POST', '/auth/login', { email, password })
  const get = (call) => send(url, 'GET', call, undefined, token)
  const post = (call, body) => send(url, 'POST', call, body, token)

  /** Reads every record and every total, to compare them before and after. */
  async function figures() {
    assert.deepEqual(await get('/stock/reconcile'), [])
    const entries = lists.map(async (list) => [list, await get(`/${list}`)])
    return Object.fromEntries(await Promise.all(entries))
  }

  return { token, get, post, figures }
}

async function send(url, method, call, body, token) {
  const response = await fetch(`${url}/api/v1${call}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      ...(token && { authorization: `Bearer ${token}` }),
      // Browsers send it, and a sign-in is refused from the page of another address.
      origin: url,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${method} ${call} was answered with ${response.status}: ${text}`)
  /** @type {any} */
  const answer = JSON.parse(text)
  return answer
}

/** Records a first day: a product, a customer, a supplier, an expense, a purchase and a sale. */
export async function recordFirstDay(shop) {
  await shop.post('/categories', { name: 'Stationery' })
  await shop.post('/expense-categories', { name: 'Rent' })
  await shop.post('/customers', { name: 'Ada Fashola' })
  await shop.post('/suppliers', { name: 'Harbour Paper Ltd' })
  const [category] = await shop.get('/categories')
  const pen = { name: 'Füller “Ö”\t\\N', price: 24, cost: 11, stock: 40, categoryId: category.id }
  await shop.post('/products', pen)
  const [expenseCategory] = await shop.get('/expense-categories')
  const rent = { name: 'Shop rent', amount: 1200, expenseCategoryId: expenseCategory.id }
  await shop.post('/expenses', rent)
  await buy(shop, 10)
  await sell(shop, 2)
  const [product] = await shop.get('/products')
  assert.equal(product.stock, 48)
}

export async function sell(shop, quantity) {
  const [customer] = await shop.get('/customers')
  const [product] = await shop.get('/products')
  const total = product.price * quantity
  await shop.post('/sales', {
    customerId: customer.id,
    saleDate: '2026-11-21',
    saleDetails: [{ productId: product.id, price: product.price, quantity, total }],
    discount: 5.75,
    shippingFees: 3.25,
    totalAmount: total - 2.5,
    remark: 'Gift wrap',
  })
}

async function buy(shop, quantity) {
  const [supplier] = await shop.get('/suppliers')
  const [product] = await shop.get('/products')
  const total = product.cost * quantity
  await shop.post('/purchases', {
    supplierId: supplier.id,
    purchaseDate: '2026-11-20',
    purchaseDetails: [{ productId: product.id, price: product.cost, quantity, total }],
    totalAmount: total,
    remark: '',
  })
}
