import { activity, type Activity, type ActivityUser, activityUsers } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUsers } from '#src/modules/users/users.service'
import { createPasswords } from '#src/security/passwords'
import { createCountClient } from '#test/support/count-client'
import { saleKind } from '#test/support/document-kinds'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser, type TestUser } from '#test/support/test-users'

let api: TestApi
let shop: TestShop
let cashier: TestUser & { token: string }
beforeAll(async () => {
  api = await startTestApi({ timeZone: 'America/New_York' })
  shop = await openTestShop(api)
  const user = await createUser(api.pool, 3)
  cashier = { ...user, token: api.tokens.sign({ userId: user.id, version: 0 }) }
})
afterAll(() => api.stop())

async function read(query: string, token = shop.token): Promise<Activity[]> {
  const { status, text, body } = await api.call(`/activity?${query}`, { token })
  if (status !== 200) throw new Error(text)
  const rows = body as Activity[]
  expect(rows.map((row) => activity.row.parse(row))).toEqual(rows)
  return rows
}

async function send(path: string, body?: unknown, { method = 'POST', token = shop.token } = {}) {
  const answer = await api.call(path, { method, token, body })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body as Record<string, number>
}

async function recordSale(token = shop.token): Promise<number> {
  const body = saleKind.body(shop, [{ productId: shop.products[0] }])
  return (await send('/sales', body, { token })).saleId ?? 0
}

const summaries = (rows: Activity[]) =>
  rows.map(({ userName, action, resource, recordName }) => [userName, action, resource, recordName])

test('changes and recordings are listed together, newest first, with the user and the record', async () => {
  const { id } = await send('/customers', { name: 'Bea' })
  const sale = await recordSale(cashier.token)
  await send(`/customers/${id}`, { name: 'Bea Ott' }, { method: 'PUT' })
  await send(`/sales/${sale}`, undefined, { method: 'DELETE', token: cashier.token })
  const { name } = shop.user
  const rows = await read('pageSize=4')
  expect(summaries(rows)).toEqual([
    [cashier.name, 'deleted', 'sales', 'Ada Fashola'],
    [name, 'changed', 'customers', 'Bea Ott'],
    [cashier.name, 'recorded', 'sales', 'Ada Fashola'],
    [name, 'created', 'customers', 'Bea'],
  ])
  expect(rows.map(({ recordId, presentName, day }) => [recordId, presentName, day])).toEqual([
    [sale, null, null],
    [id, 'Bea Ott', null],
    [sale, null, null],
    [id, 'Bea Ott', null],
  ])
  expect(rows[1]?.changes).toEqual([{ field: 'name', before: 'Bea', after: 'Bea Ott' }])
})

test('pages follow one another without a gap and without a row twice, also within one moment', async () => {
  const ids: number[] = []
  for (let count = 0; count < 5; count += 1) ids.push(await recordSale())
  await send('/customers', { name: 'Cem' })
  await send('/sales/bulk', { ids }, { method: 'DELETE' })
  await api.pool.query(
    `insert into activities (at, user_id, action, resource, record_id, record_name)
     select now(), $1, 'created', 'customers', id, 'Loaded' from generate_series(1, 6) as id`,
    [shop.user.id],
  )
  await api.pool.query('update sales set created_at = (select max(at) from activities)')
  const all = await read('pageSize=200')
  for (const size of [1, 3, 7]) {
    const pages: Activity[] = []
    for (;;) {
      const before = pages.at(-1)?.id
      const page = await read(`pageSize=${size}${before ? `&before=${before}` : ''}`)
      pages.push(...page)
      if (page.length < size) break
    }
    expect(pages).toEqual(all)
  }
  expect(all.length).toBeGreaterThan(15)
  expect(await read('before=90071992547409')).toEqual([])
})

test('rows can be narrowed to a resource, a record and an account', async () => {
  const { id } = await send('/suppliers', { name: 'Delta' }, { token: cashier.token })
  await send(`/suppliers/${id}`, { name: 'Delta Ltd' }, { method: 'PUT' })
  const sale = await recordSale(cashier.token)
  const ofRecord = await read(`resource=suppliers&id=${id}`)
  expect(ofRecord.map(({ action }) => action)).toEqual(['changed', 'created'])
  const ofCashier = await read(`resource=suppliers&id=${id}&userId=${cashier.id}`)
  expect(ofCashier.map(({ action }) => action)).toEqual(['created'])
  const ofSale = await read(`resource=sales&id=${sale}`)
  expect(ofSale.map(({ action, presentName, day }) => [action, presentName, day])).toEqual([
    ['recorded', 'Ada Fashola', '2026-11-21'],
  ])
  expect(await read(`resource=sales&id=${sale}&userId=${shop.user.id}`)).toEqual([])
  const sales = await read(`resource=sales&userId=${cashier.id}&pageSize=200`)
  expect(new Set(sales.map(({ resource }) => resource))).toEqual(new Set(['sales']))
  expect(new Set(sales.map(({ userId }) => userId))).toEqual(new Set([cashier.id]))
  expect(sales[0]?.recordId).toBe(sale)
})

test('the owner lists what the command line did, and also names accounts that were removed', async () => {
  const leaver = await createUser(api.pool, 3)
  const path = `/activity/users`
  const isNamed = async () => {
    const rows = (await api.call(path, { token: shop.token })).body as ActivityUser[]
    expect(rows.map((row) => activityUsers.row.parse(row))).toEqual(rows)
    return rows.find(({ id }) => id === leaver.id)
  }
  const presentName = async () => (await read(`resource=users&id=${leaver.id}`))[0]?.presentName
  expect(await isNamed()).toEqual({ id: leaver.id, name: leaver.name, isRemoved: false })
  await send(`/users/${leaver.id}/password`)
  expect(await presentName()).toBe(leaver.name)
  const passwords = createPasswords()
  await createUsers({ pool: api.pool, passwords }).remove({ email: leaver.email })
  await passwords.close()
  expect(await isNamed()).toEqual({ id: leaver.id, name: leaver.name, isRemoved: true })
  expect(await presentName()).toBeNull()
  await recordSale()

  const [newest, ...others] = await read('byCommandLine=true&pageSize=200')
  expect(newest).toMatchObject({ action: 'deleted', resource: 'users', recordId: leaver.id })
  expect(newest).toMatchObject({ userId: null, userName: null, byCommandLine: true })
  expect(others.filter(({ byCommandLine }) => !byCommandLine)).toEqual([])
  const refused = await api.call(path, { token: cashier.token })
  expect([refused.status, Object(refused.body).detail]).toEqual([
    403,
    'Only the owner may see the activity of the whole shop.',
  ])
})

test("days are those of the store's time zone", async () => {
  // 23:30 on the 9th in New York.
  await api.pool.query(
    `insert into activities (at, user_id, action, resource, record_id, record_name)
     values ('2025-03-10T03:30:00Z', $1, 'created', 'customers', 1, 'Eve')`,
    [shop.user.id],
  )
  await api.pool.query(`update sales set created_at = '2025-03-10T03:31:00Z' where id = $1`, [
    await recordSale(),
  ])
  const on = async (day: string) =>
    (await read(`startDate=${day}&endDate=${day}`)).map(({ action }) => action)
  expect(await on('2025-03-09')).toEqual(['recorded', 'created'])
  expect(await on('2025-03-10')).toEqual([])
})

test('the list of activities has the steps of stock counts, with and without a name', async () => {
  const counts = createCountClient(api, shop)
  const [tea] = shop.products
  for (const name of ['Shelf', null]) {
    const id = await counts.open({ name, productIds: [tea] })
    await counts.enter(id, tea, { counted: 1 })
    for (const step of ['finish', 'discard', 'reopen', 'finish', 'post'] as const) {
      expect((await counts.step(id, step)).status).toBe(200)
    }
  }
  const rows = await read('resource=stock-counts')
  expect(
    rows.map(({ action, recordId, recordName, presentName }) => [
      action,
      recordId,
      recordName,
      presentName,
    ]),
  ).toEqual([
    ['posted', 2, '', ''],
    ['reopened', 2, '', ''],
    ['discarded', 2, '', ''],
    ['posted', 1, 'Shelf', 'Shelf'],
    ['reopened', 1, 'Shelf', 'Shelf'],
    ['discarded', 1, 'Shelf', 'Shelf'],
  ])
})

test('the day of an expense is named as the store saw it, before and after', async () => {
  const { expenseCategoryId } = shop
  const rent = { name: 'Rent', amount: 9, expenseCategoryId }
  const { id } = await send('/expenses', { ...rent, date: '2026-03-01' })
  await send(`/expenses/${id}`, { ...rent, date: '2026-03-02' }, { method: 'PUT' })
  const [moved, created] = await read(`resource=expenses&id=${id}`)
  expect(moved).toMatchObject({
    day: '2026-03-02',
    presentName: 'Rent',
    changes: [{ field: 'date', before: '2026-03-01', after: '2026-03-02' }],
  })
  expect(created).toMatchObject({ day: '2026-03-02', changes: [] })
})

test('managers and cashiers read one record of the eight resources, and nothing else', async () => {
  const refusal = 'Only the owner may see the activity of the whole shop.'
  const { id } = await send('/categories', { name: 'Filters' })
  expect(await read(`resource=categories&id=${id}`, cashier.token)).toHaveLength(1)
  const manager = await createUser(api.pool, 2)
  const managers = api.tokens.sign({ userId: manager.id, version: 0 })
  expect(await read(`resource=categories&id=${id}`, managers)).toHaveLength(1)
  for (const query of ['', 'resource=categories', 'resource=users&id=1', 'resource=shop&id=1']) {
    for (const token of [managers, cashier.token]) {
      const { status, body } = await api.call(`/activity?${query}`, { token })
      expect([query, status, Object(body).detail]).toEqual([query, 403, refusal])
    }
  }
})

test.each([
  ['resource=tills', /^resource must be one of customers, /],
  ['id=1', 'id needs a resource'],
  ['resource=sales&id=0', 'id must be the id of a record'],
  ['userId=x', 'userId must be the id of an account'],
  ['byCommandLine=false', 'byCommandLine must be true'],
  ['before=1.5', 'before must be the id of a row'],
  ['pageSize=201', 'pageSize must be a whole number from 1 to 200'],
  ['startDate=2026-02-30', /startDate/],
  ['startDate=2026-03-02&endDate=2026-03-01', 'startDate must not be after endDate'],
])('%s answers 400', async (query, detail) => {
  const answer = await api.call(`/activity?${query}`, { token: shop.token })
  expect(answer.status).toBe(400)
  expect(Object(answer.body).detail).toMatch(detail)
})
