import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationsOf, readDocument } from '#test/openapi/document-reader'
import { parametersIn } from '#test/openapi/example-calls'
import { routeAccess } from './access-matrix'
import { purchaseKind, saleKind } from '#test/support/document-kinds'
import { hostileTexts } from './hostile-texts'
import { readFingerprint } from '#test/support/database/database-contents'
import {
  call,
  startTestApi,
  type Answer,
  type CallOptions,
  type TestApi,
} from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

type Fields = Record<string, unknown>
/** A resource's table, and a request body with the text in every text field. */
type TextField = { path: string; table?: string; longest?: number; body: (text: string) => Fields }

const contact = (name: string) => ({ name, phone: name.slice(0, 50), address: name })
const line = () => [{ productId: shop.products[0] }]
const textFields: TextField[] = [
  { path: 'customers', body: contact },
  { path: 'suppliers', body: contact },
  { path: 'categories', body: (name) => ({ name }) },
  { path: 'expense-categories', table: 'expense_categories', body: (name) => ({ name }) },
  {
    path: 'expenses',
    body: (text) => ({
      name: text,
      description: text,
      amount: 1,
      expenseCategoryId: shop.expenseCategoryId,
    }),
  },
  {
    path: 'products',
    body: (text) => ({
      name: text,
      description: text,
      price: 1,
      cost: 1,
      stock: 0,
      categoryId: shop.categoryId,
    }),
  },
  { path: 'sales', longest: 2000, body: (remark) => ({ ...saleKind.body(shop, line()), remark }) },
  {
    path: 'purchases',
    longest: 2000,
    body: (remark) => ({ ...purchaseKind.body(shop, line()), remark }),
  },
]
const tableOf = ({ path, table = path }: TextField) => table

/** A name must not be blank. Texts that are not valid Unicode are refused because JSON cannot return them. */
const isAccepted = (text: string, { longest = 200 }: Partial<TextField> = {}) =>
  !/[\0\p{Surrogate}]/u.test(text) &&
  Array.from(text.trim()).length <= longest &&
  (longest > 200 || text.trim() !== '')

/** Returns the texts of a body as the API stores them: trimmed, and null if blank. */
function asStored(body: Fields): Fields {
  const names = ['name', 'phone', 'address', 'description', 'remark']
  const texts = Object.entries(body).filter(([name]) => names.includes(name))
  return Object.fromEntries(texts.map(([name, text]) => [name, String(text).trim() || null]))
}

/** Percent-encodes every byte. encodeURIComponent would throw on lone surrogates. */
const encode = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const send = (path: string, options: CallOptions = {}) =>
  api.call(path, { token: shop.token, ...options })

/** Works on four items at a time. */
async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => unknown,
) {
  const waiting = [...items.entries()]
  const next = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      await work(entry[1], entry[0])
    }
  }
  await Promise.all(Array.from({ length: 4 }, next))
}

test('the injection tests use a few hundred hostile texts', () => {
  expect(hostileTexts.length).toBeGreaterThan(300)
})

/** Reads the row of an answered record. */
async function rowOf(place: TextField, answer: Answer): Promise<Fields> {
  const { id, saleId, purchaseId } = answer.body as Record<string, number>
  const { rows } = await api.pool.query<Fields>(`select * from ${tableOf(place)} where id = $1`, [
    id ?? saleId ?? purchaseId,
  ])
  return rows[0] ?? {}
}

async function countRows(): Promise<Record<string, number>> {
  const counts = [...textFields.map(tableOf), 'users'].map(
    (table) => `(select count(*)::int from ${table}) as ${table}`,
  )
  const { rows } = await api.pool.query<Record<string, number>>(`select ${counts.join()}`)
  return rows[0] ?? {}
}

// @holds asvs 1.1.2, 1.2.3, 1.2.4, 1.2.9, 1.3.6, 1.3.10, 15.3.6
test('hostile texts are stored unchanged and have no other effect, or are refused', async () => {
  const counts = await countRows()
  await forEachConcurrently(hostileTexts, async (text, index) => {
    // Try every text in a customer and in one more resource.
    for (const place of new Set([textFields[0], textFields[index % textFields.length]])) {
      if (!place) continue
      const body = place.body(text)
      const answer = await send(`/${place.path}`, { body })
      const status = isAccepted(text, place) ? 201 : 422
      expect([place.path, text, answer.status]).toEqual([place.path, text, status])
      if (status === 422) continue
      const table = tableOf(place)
      counts[table] = (counts[table] ?? 0) + 1
      expect(answer.body).toMatchObject(asStored(body))
      expect(await rowOf(place, answer)).toMatchObject(asStored(body))
    }
  })
  expect(await countRows()).toEqual(counts)
  // Lists return the texts unchanged.
  const listed = (await send('/customers')).body as { name: string }[]
  const taken = hostileTexts.filter((text) => isAccepted(text)).map((text) => text.trim())
  expect(listed.map(({ name }) => name).toSorted()).toEqual(['Ada Fashola', ...taken].toSorted())
})

const withId = Object.keys(routeAccess)
  .filter((route) => route.includes('{id}'))
  .map((route) => route.split(' '))

/** The address of every query parameter of a read, up to its value. Those of /readyz may have any value. */
async function readQueries(): Promise<string[]> {
  const reads = operationsOf(await readDocument(api)).filter(
    ({ method, path }) => method === 'GET' && path !== '/readyz',
  )
  return reads.flatMap((operation) =>
    parametersIn(operation, 'query').map(
      ({ name }) => `${operation.path.replace('{id}', String(shop.products[0]))}?${name}=`,
    ),
  )
}

// @holds asvs 1.2.4, 15.3.7
test('a hostile text as an id, a day, a field name or a path is refused, and nothing is written @long', async () => {
  const queries = await readQueries()
  const before = await readFingerprint(api.pool)
  const accepted: unknown[] = []
  const expectRefused = (what: unknown, { status }: Answer, statuses = [400, 404, 422]) => {
    if (!statuses.includes(status)) accepted.push([status, what])
  }
  const at = <Item>(items: readonly Item[], index: number) => items.at(index % items.length)
  await forEachConcurrently(hostileTexts, async (text, index) => {
    const [method = '', address = ''] = at(withId, index) ?? []
    const path = address.replace('{id}', encode(text))
    const body = method === 'PUT' ? { name: 'Ada' } : undefined
    const options = { method, token: shop.token, body }
    // The URL standard removes a segment of dots, so that would be another path.
    if (!/^\.\.?$/.test(text)) expectRefused([method, path], await call(api.url + path, options))

    const query = at(queries, index) ?? ''
    // As in a form, a number in a query may begin with zeros. Any text may meet such a query.
    const isNumber =
      (/[?&](page|pageSize|coverDays)=$/.test(query) && /^0*[1-9]\d{0,2}$/.test(text)) ||
      (/[?&](before|id|userId|saleId)=$/.test(query) && /^0*[1-9]\d{0,8}$/.test(text))
    if (!isNumber) expectRefused([query, text], await send(query + encode(text)), [400])

    const sale = { ...saleKind.body(shop, line()), customerId: text, saleDate: text }
    expectRefused(['a sale', text], await send('/sales', { body: sale }), [422])
    const ids = { ids: [shop.customerId, text] }
    const bulk = await send('/customers/bulk', { method: 'DELETE', body: ids })
    expectRefused(['bulk', text], bulk, [422])
    expectRefused(['a key', text], await send('/customers', { body: { [text]: text } }), [422])
    const login = { email: text, password: 'a password of the tests' }
    expectRefused(['a login', text], await send('/auth/login', { body: login }), [422])
    expectRefused(['an address', text], await send(`/${encode(text)}`), [404])
    expectRefused(['a page', text], await call(`${api.url}/${encode(text)}`), [404])
  })
  expect(accepted).toEqual([])
  expect(await readFingerprint(api.pool)).toBe(before)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})
