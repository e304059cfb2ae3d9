import {
  categories,
  customers,
  expenseCategories,
  expenses,
  products,
  purchases,
  sales,
  suppliers,
} from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { routes } from './access/routes'
import { purchaseKind, saleKind } from './documents'
import { hostileTexts } from './injection/hostile-texts'
import { fingerprint } from './openapi/fingerprint'
import { call, startTestApi, type Answer, type CallOptions, type TestApi } from './test-api'
import { openTestShop, type TestShop } from './test-shop'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

type Fields = Record<string, unknown>
/** A resource's table, and a body of it whose every text is the given one. */
type Place = { path: string; table: string; input: z.ZodType; body: (text: string) => Fields }

const contact = (name: string) => ({ name, phone: name.slice(0, 50), address: name })
const line = () => [{ productId: shop.products[0] }]
const places: Place[] = [
  { path: 'customers', table: 'customers', input: customers.input, body: contact },
  { path: 'suppliers', table: 'suppliers', input: suppliers.input, body: contact },
  { path: 'categories', table: 'categories', input: categories.input, body: (name) => ({ name }) },
  {
    path: 'expense-categories',
    table: 'expense_categories',
    input: expenseCategories.input,
    body: (name) => ({ name }),
  },
  {
    path: 'expenses',
    table: 'expenses',
    input: expenses.input,
    body: (text) => ({
      name: text,
      description: text,
      amount: 1,
      expenseCategoryId: shop.expenseCategoryId,
    }),
  },
  {
    path: 'products',
    table: 'products',
    input: products.input,
    body: (text) => ({
      name: text,
      description: text,
      price: 1,
      cost: 1,
      stock: 0,
      categoryId: shop.categoryId,
    }),
  },
  {
    path: 'sales',
    table: 'sales',
    input: sales.input,
    body: (remark) => ({ ...saleKind.body(shop, line()), remark }),
  },
  {
    path: 'purchases',
    table: 'purchases',
    input: purchases.input,
    body: (remark) => ({ ...purchaseKind.body(shop, line()), remark }),
  },
]

/** Percent-encoded byte by byte, halves of surrogate pairs as well. */
const encode = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const send = (path: string, options: CallOptions = {}) =>
  api.call(path, { token: shop.token, ...options })

/** Eight at a time. */
async function forEach<Item>(items: readonly Item[], work: (item: Item, index: number) => unknown) {
  const waiting = [...items.entries()]
  const next = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      await work(entry[1], entry[0])
    }
  }
  await Promise.all(Array.from({ length: 8 }, next))
}

test('there are a few hundred of them', () => {
  expect(hostileTexts.length).toBeGreaterThan(300)
})

/** What stands in the table, by the names of the contract. */
async function rowOf({ table }: Place, answer: Answer): Promise<Fields> {
  const { id, saleId, purchaseId } = answer.body as Record<string, number>
  const { rows } = await api.pool.query<Fields>(`select * from ${table} where id = $1`, [
    id ?? saleId ?? purchaseId,
  ])
  return rows[0] ?? {}
}

test('a text that is taken is kept to the letter and does nothing, and any other is refused', async () => {
  const accounts = 'select * from users order by id'
  const before = (await api.pool.query(accounts)).rows
  const kept = new Map(places.map(({ table }) => [table, 0]))
  const count = async () => {
    const counts = places.map(({ table }) => `(select count(*)::int from ${table}) as ${table}`)
    return (await api.pool.query<Record<string, number>>(`select ${counts.join()}`)).rows[0] ?? {}
  }
  const earlier = await count()
  await forEach(hostileTexts, async (text, index) => {
    // Every text as a customer, and each in one place more.
    for (const place of new Set([places[0], places[index % places.length]])) {
      if (!place) continue
      const body = place.body(text)
      const read = place.input.safeParse(body)
      const answer = await send(`/${place.path}`, { body })
      expect([place.path, text, answer.status]).toEqual([
        place.path,
        text,
        read.success ? 201 : 422,
      ])
      if (!read.success) continue
      kept.set(place.table, (kept.get(place.table) ?? 0) + 1)
      const { name, phone, address, description, remark } = read.data as Fields
      const texts = JSON.parse(JSON.stringify({ name, phone, address, description, remark }))
      expect(answer.body).toMatchObject(texts)
      expect(await rowOf(place, answer)).toMatchObject(texts)
    }
  })
  const after = await count()
  expect(Object.fromEntries(kept)).toEqual(
    Object.fromEntries(
      Object.entries(after).map(([table, n]) => [table, n - (earlier[table] ?? 0)]),
    ),
  )
  expect((await api.pool.query(accounts)).rows).toEqual(before)
  // Lists tell them as they are.
  const listed = (await send('/customers')).body as { name: string }[]
  const taken = hostileTexts.flatMap((text) => customers.input.safeParse(contact(text)).data ?? [])
  expect(listed.map(({ name }) => name).toSorted()).toEqual(
    ['Ada Fashola', ...taken.map(({ name }) => name)].toSorted(),
  )
})

const withId = Object.keys(routes)
  .filter((route) => route.includes('{id}'))
  .map((route) => route.split(' '))
const withDays = [
  '/sales',
  '/purchases',
  '/expenses',
  '/products/summary',
  '/reports/profit-summary',
  '/reports/daily',
  '/reports/sales-breakdown',
]
const queries = [
  ...withDays.flatMap((path) => [`${path}?startDate=`, `${path}?endDate=`]),
  ...['page', 'pageSize', 'resource', 'batch'].map((name) => `/deleted?${name}=`),
]

test('where an id, a day or a key is due a text is refused, and then nothing is written', async () => {
  const before = await fingerprint(api.pool)
  const wrong: unknown[] = []
  const expectRefused = (what: unknown, { status }: Answer, statuses = [400, 404, 422]) => {
    if (!statuses.includes(status)) wrong.push([status, what])
  }
  const at = <Item>(items: readonly Item[], index: number) => items.at(index % items.length)
  await forEach(hostileTexts, async (text, index) => {
    const [method = '', address = ''] = at(withId, index) ?? []
    const path = address.replace('{id}', encode(text))
    const body = method === 'PUT' ? { name: 'Ada' } : undefined
    const options = { method, token: shop.token, body }
    expectRefused([method, path], await call(api.url + path, options))

    const query = at(queries, index) + encode(text)
    expectRefused(query, await send(query), [400])

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
  expect(wrong).toEqual([])
  expect(await fingerprint(api.pool)).toBe(before)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})
