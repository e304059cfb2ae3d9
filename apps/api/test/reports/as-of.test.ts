import { setTimeout } from 'node:timers/promises'
import type { ChangeSince } from '@stockie/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { saleKind } from '#test/support/document-kinds'
import { createReturnClient } from '#test/support/return-client'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

async function openShop() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const calls = createShopClient(api, shop)
  const { token } = shop

  async function send(path: string, method: 'POST' | 'PUT' | 'DELETE', body?: object) {
    const answer = await api.call(path, { token, method, ...(body && { body }) })
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.text}`)
    return answer.body as { id: number }
  }

  async function readReports(asOf?: string) {
    const query = new URLSearchParams({
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      ...(asOf && { asOf }),
    })
    const paths = ['/reports/profit-summary', '/reports/daily', '/products/summary']
    return Promise.all([
      ...paths.map((path) => calls.read(`${path}?${query.toString()}`)),
      calls.read(`/products/summary?${query.toString()}&top=2`),
    ])
  }

  /** A moment after all writes so far, and the reports of March at that moment. */
  async function remember() {
    await setTimeout(2)
    const moment = new Date().toISOString()
    const reports = await readReports()
    await setTimeout(2)
    return { moment, reports }
  }

  const readChanges = async (asOf: string) =>
    (await calls.read(
      `/reports/changes-since?${new URLSearchParams({ startDate: '2026-03-01', endDate: '2026-03-31', asOf }).toString()}`,
    )) as ChangeSince[]

  return { api, shop, send, remember, readReports, readChanges, ...calls }
}

const lateTea = (shop: Parameters<typeof saleKind.body>[0]) =>
  saleKind.body(shop, [{ productId: shop.products[0], price: 3, quantity: 2 }], {
    saleDate: '2026-03-10',
  })

test('every report shows what it showed at any moment, after every kind of change', async () => {
  const { api, shop, send, sell, buy, remember, readReports } = await openShop()
  const [tea, rice] = shop.products
  const expense = {
    name: 'Rent',
    amount: 40,
    date: '2026-03-05',
    expenseCategoryId: shop.expenseCategoryId,
  }
  const returning = createReturnClient(api, shop)
  const moments = [await remember()]
  const step = async (work: () => Promise<unknown>) => {
    await work()
    moments.push(await remember())
  }

  let sale = 0
  await step(async () => (sale = await sell('2026-03-02', [{ productId: tea, quantity: 3 }])))
  let purchase = 0
  await step(async () => (purchase = await buy('2026-03-03', [{ productId: rice, price: 4 }])))
  let rent = 0
  await step(async () => ({ id: rent } = await send('/expenses', 'POST', expense)))
  await step(() => send('/sales', 'POST', lateTea(shop)))
  const sold = await returning.sell([{ productId: rice, price: 5, quantity: 4 }])
  await step(() => returning.takeBack(sold, [{ line: 0, quantity: 1 }]))
  await step(() => send(`/expenses/${rent}`, 'PUT', { ...expense, amount: 55 }))
  await step(() => send(`/expenses/${rent}`, 'PUT', { ...expense, date: '2026-03-28' }))
  await step(() => send(`/expenses/${rent}`, 'PUT', { ...expense, date: '2026-04-02' }))
  await step(() => send(`/sales/${sale}`, 'DELETE'))
  await step(() => send('/purchases/bulk', 'DELETE', { ids: [purchase] }))
  await step(() => send('/sales/restore', 'POST', { ids: [sale] }))
  await step(() => send(`/expenses/${rent}`, 'DELETE'))
  await step(() => send('/expenses/restore', 'POST', { ids: [rent] }))
  await step(() => send('/purchases/restore', 'POST', { ids: [purchase] }))

  const distinct = new Set(moments.map(({ reports }) => JSON.stringify(reports[0])))
  expect(distinct.size).toBeGreaterThan(9)
  for (const { moment, reports } of moments) {
    expect({ moment, reports: await readReports(moment) }).toEqual({ moment, reports })
  }
  const last = moments.at(-1)
  expect(await readReports(new Date().toISOString())).toEqual(last?.reports)
})

test('products and categories have the names of then, and those that came later are missing @long', async () => {
  const { shop, send, sell, remember, readReports } = await openShop()
  const [tea, rice] = shop.products
  await sell('2026-03-02', [{ productId: tea }, { productId: rice, quantity: 2 }])
  const product = { price: 3, cost: 2, stock: 5, categoryId: shop.categoryId }
  const moments = [await remember()]
  const step = async (work: () => Promise<unknown>) => {
    await work()
    moments.push(await remember())
  }
  let snacks = 0
  await step(async () => ({ id: snacks } = await send('/categories', 'POST', { name: 'Snacks' })))
  await step(() => send('/products', 'POST', { ...product, name: 'Nuts', categoryId: snacks }))
  await step(() =>
    send(`/products/${tea}`, 'PUT', { ...product, name: 'Green tea', categoryId: snacks }),
  )
  await step(() => send(`/categories/${snacks}`, 'PUT', { name: 'Food' }))
  await step(() => send('/products/bulk', 'DELETE', { ids: [tea, rice] }))
  await step(() => send('/products/restore', 'POST', { ids: [tea] }))

  for (const { moment, reports } of moments) {
    expect({ moment, reports: await readReports(moment) }).toEqual({ moment, reports })
  }
})

// The sums are those of March: the sale of April and the deletion of a sale of April are not among them.
test('the changes since a moment name what was changed, by whom, and add up to the difference', async () => {
  const { api, shop, send, sell, remember, readChanges } = await openShop()
  const [tea] = shop.products
  const first = await sell('2026-03-02', [{ productId: tea, quantity: 3 }])
  const april = await sell('2026-04-02', [{ productId: tea }])
  const rent = { name: 'Rent', date: '2026-03-05', expenseCategoryId: shop.expenseCategoryId }
  const { id: expense } = await send('/expenses', 'POST', { ...rent, amount: 40 })
  const { moment } = await remember()

  const manager = await createUser(api.pool, 2)
  const theirs = api.tokens.sign({ userId: manager.id, version: 0 })
  await api.call(`/sales/${first}`, { token: theirs, method: 'DELETE' })
  await send(`/sales/${april}`, 'DELETE')
  const lateSale: number = Object(await send('/sales', 'POST', lateTea(shop))).saleId
  await send(`/expenses/${expense}`, 'PUT', { ...rent, amount: 55 })
  await send(`/expenses/${expense}`, 'PUT', { ...rent, amount: 55, date: '2026-03-06' })
  await api.pool.query(`update expenses set amount = 60 where id = ${expense}`)

  const expenseRow = {
    resource: 'expenses',
    recordId: expense,
    recordName: 'Rent',
    action: 'changed',
    total: 'totalExpenses',
    isLate: false,
    listedDay: '2026-03-06',
    userName: shop.user.name,
    byCommandLine: false,
  }
  const rows = await readChanges(moment)
  expect(rows).toEqual(
    [
      { ...expenseRow, day: '2026-03-06', amount: 5, userName: null, byCommandLine: true },
      { ...expenseRow, day: '2026-03-06', amount: 55 },
      { ...expenseRow, day: '2026-03-05', amount: -55 },
      { ...expenseRow, day: '2026-03-05', amount: 15 },
      {
        resource: 'sales',
        recordId: lateSale,
        recordName: 'Ada Fashola',
        action: 'recorded',
        day: '2026-03-10',
        isLate: true,
        total: 'totalSales',
        amount: 6,
        listedDay: '2026-03-10',
        userName: shop.user.name,
        byCommandLine: false,
      },
      {
        resource: 'sales',
        recordId: first,
        recordName: 'Ada Fashola',
        action: 'deleted',
        day: '2026-03-02',
        isLate: false,
        total: 'totalSales',
        amount: -9,
        listedDay: null,
        userName: manager.name,
        byCommandLine: false,
      },
    ].map((row) => ({
      ...row,
      saleId: null,
      key: expect.stringMatching(/^\(\d+,\d+\)$/),
      at: expect.stringMatching(/Z$/),
    })),
  )
})

test('a change of a return names the day of its sale, and who made it, as far as both are known', async () => {
  const { api, shop, remember, read } = await openShop()
  const returning = createReturnClient(api, shop)
  const sold = await returning.sell([{ productId: shop.products[0], price: 5, quantity: 4 }])
  const { moment } = await remember()
  const { id } = await returning.takeBack(sold, [{ line: 0, quantity: 1 }])
  await api.pool.query(`update returns set refund = 1 where id = ${id}`)
  // Another page size is another query, which no cache answers.
  const changes = (pageSize = '10') =>
    read(`/reports/changes-since?${new URLSearchParams({ asOf: moment, pageSize }).toString()}`)

  const known = { saleId: sold.saleId, day: '2026-11-20', listedDay: '2026-11-02' }
  expect(await changes()).toMatchObject([
    { ...known, action: 'changed', amount: 4, userName: null, byCommandLine: true },
    { ...known, action: 'recorded', amount: -5, userName: shop.user.name, byCommandLine: false },
  ])
  await api.pool.query(
    `insert into books (id, exact_since) values (1, now() + interval '1 second')
     on conflict (id) do update set exact_since = excluded.exact_since`,
  )
  expect(await changes('20')).toMatchObject([{ byCommandLine: false }, { byCommandLine: false }])
  await returning.remove(`/returns/${id}`)
  expect(await changes()).toMatchObject([1, 2, 3].map(() => ({ listedDay: null })))
})

test.each([
  ['tomorrow', 'asOf must not be in the future'],
  ['an instant to come', 'asOf must not be in the future'],
  ['2026-02-30', 'asOf must be a day'],
  ['2026-03-31T10:00', 'asOf must be a day'],
  ['', 'asOf must be a day'],
])('asOf of %j is refused with 400 @long', async (text, message) => {
  const { get } = await openShop()
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const soon = new Date(Date.now() + 5000).toISOString()
  const asOf = { tomorrow: later.slice(0, 10), 'an instant to come': soon }[text] ?? text
  for (const path of ['/reports/profit-summary', '/products/summary', '/reports/changes-since']) {
    const answer = await get(`${path}?${new URLSearchParams({ asOf }).toString()}`)
    expect({ path, status: answer.status, text: answer.text }).toEqual({
      path,
      status: 400,
      text: expect.stringContaining(message),
    })
  }
})

test('asOf accepts today, any offset, and more digits than PostgreSQL has @long', async () => {
  const { read, sell, shop } = await openShop()
  await sell('2026-03-02', [{ productId: shop.products[0] }])
  const today = new Date().toISOString().slice(0, 10)
  const totals = async (asOf: string) =>
    Object(await read(`/reports/profit-summary?${new URLSearchParams({ asOf }).toString()}`))
      .totalSales
  expect(await totals(today)).toBe(3)
  await setTimeout(2)
  // JavaScript reads .012345678 as .123.
  while (!/\.0\d\dZ$/.test(new Date().toISOString())) await setTimeout(1)
  expect(await totals(new Date().toISOString().replace('Z', '123456789+00:00'))).toBe(3)
  expect(await totals('2026-03-02T00:00:00+23:59')).toBe(0)
  expect(await totals('0001-01-01T00:00:00+14:00')).toBe(0)
  expect(await totals('0001-01-01')).toBe(0)
})
