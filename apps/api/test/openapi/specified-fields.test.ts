import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, startTestApi, type TestApi } from '#test/support/test-api'
import { type Operation, operationsOf, readDocument } from './document-reader'
import { exampleCall } from './example-calls'
import { type ExampleShop, openExampleShop } from './example-shop'

let api: TestApi
let shop: ExampleShop
let operations: Operation[]
beforeAll(async () => {
  api = await startTestApi()
  shop = await openExampleShop(api)
  operations = operationsOf(await readDocument(api))
})
afterAll(() => api.stop())

/** The fields that sections 3 and 7 of the specification name, in the body and in each record of the answer. */
type Fields = { body: string[]; answer: string[] }

const contact = ['name', 'email', 'phone', 'address']
const expense = ['name', 'amount', 'description', 'expenseCategoryId']
const product = ['name', 'description', 'price', 'cost', 'stock', 'categoryId']
const document = ['totalAmount', 'remark']
const sale = [...document, 'saleDate', 'discount', 'shippingFees', 'saleDetails']
const purchase = [...document, 'purchaseDate', 'purchaseDetails']
const lineInput = ['productId', 'quantity', 'price', 'total']
const lineOf = (details: string) =>
  ['productName', 'quantity', 'price', 'total'].map((field) => `${details}.0.${field}`)

const records: Record<string, Fields> = {
  customers: { body: contact, answer: ['id', ...contact] },
  suppliers: { body: contact, answer: ['id', ...contact] },
  categories: { body: ['name'], answer: ['id', 'name'] },
  'expense-categories': { body: ['name'], answer: ['id', 'name'] },
  expenses: { body: expense, answer: ['id', ...expense, 'expenseCategoryName', 'createdAt'] },
  products: { body: product, answer: ['id', ...product, 'categoryName'] },
}
const documents: Record<string, Fields> = {
  sales: {
    body: ['customerId', ...sale, ...lineInput],
    answer: ['saleId', 'customerName', ...sale, ...lineOf('saleDetails')],
  },
  purchases: {
    body: ['supplierId', ...purchase, ...lineInput],
    answer: ['purchaseId', 'supplierName', ...purchase, ...lineOf('purchaseDetails')],
  },
}
const others: Record<string, Fields> = {
  'POST /auth/login': { body: ['email', 'password'], answer: ['user', 'token'] },
  'POST /auth/verify': { body: [], answer: ['user.role', 'user.name', 'user.email'] },
  'GET /reports/profit-summary': {
    body: [],
    answer: ['totalSales', 'totalPurchases', 'totalExpenses', 'profit'],
  },
  'GET /products/summary': {
    body: [],
    answer: 'name categoryName units_sold units_purchased total_sales total_purchases'.split(' '),
  },
}
const resources = { ...records, ...documents }
const cases = Object.entries({
  ...others,
  ...callsOf('POST', '', resources),
  ...callsOf('PUT', '/{id}', records),
  ...callsOf('GET', '', resources),
})

function callsOf(method: string, suffix: string, fields: Record<string, Fields>) {
  return Object.fromEntries(
    Object.entries(fields).map(([path, { body, answer }]) => [
      `${method} /${path}${suffix}`,
      { body: method === 'GET' ? [] : body, answer },
    ]),
  )
}

test.each(cases)(
  // @holds decision 36.1
  '%s needs nothing beyond the specification and answers with every specified field',
  async (route, fields) => {
    const operation = operations.find(({ method, path }) => `${method} ${path}` === route)
    if (!operation) throw new Error(`The document does not describe ${route}.`)
    const example = operation.requestBody?.content['application/json']?.example
    // A list as the second argument keeps only these fields, at every depth.
    const body = example === undefined ? undefined : JSON.stringify(example, fields.body)
    for (const field of fields.body) expect(body).toContain(`"${field}":`)
    const changes = { headers: {}, query: '', ...(body !== undefined && { body }) }
    const { address, options } = exampleCall(operation, shop.ownersToken, changes)

    const answer = await call(api.url + address, options)
    expect([200, 201]).toContain(answer.status)
    const rows = [answer.body].flat()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      for (const field of fields.answer) expect(row).toHaveProperty(field)
    }
    await shop.reset(operation)
  },
)
